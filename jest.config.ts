/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

const shared: Config = {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['leadbridge-source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  // TypeScript sources import each other as `./x.js`; the resolver tries `./x.ts` first, outside node_modules.
  resolver: '<rootDir>/scripts/jest-resolver.cjs',
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        module: { type: 'es6' },
      },
    ],
  },
  setupFilesAfterEnv: ['<rootDir>/packages/devkit/jest/setup.ts'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/'],
};

const config: Config = {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,packages}/*/src/**/*.test.ts', '<rootDir>/scripts/**/*.test.ts'],
      testPathIgnorePatterns: ['\\.int\\.test\\.ts$', '/node_modules/', '/dist/'],
    },
    {
      ...shared,
      displayName: 'integration',
      testMatch: ['<rootDir>/{apps,packages}/*/src/**/*.int.test.ts'],
      globalSetup: '<rootDir>/packages/devkit/jest/global-setup.mjs',
      globalTeardown: '<rootDir>/packages/devkit/jest/global-teardown.mjs',
    },
  ],
};

export default config;
