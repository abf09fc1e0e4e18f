/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

const shared: Config = {
  testEnvironment: 'node',
  // Test files share the modules of their worker process, which Node loads itself: TypeScript by tsx, with the options of `scripts/lib/run-jest.mjs`.
  runner: '<rootDir>/packages/devkit/jest/runner.mjs',
  transform: {},
  setupFilesAfterEnv: ['<rootDir>/packages/devkit/jest/setup.ts'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/'],
};

const config: Config = {
  reporters: ['default', '<rootDir>/packages/devkit/jest/stuck-files.mjs'],
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
