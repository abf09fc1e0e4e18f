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

const withServers: Config = {
  ...shared,
  globalSetup: '<rootDir>/packages/devkit/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/packages/devkit/jest/global-teardown.mjs',
};

function matching(kind: 'int' | 'full'): string[] {
  return ['{apps,packages}/*/src', 'tests'].map((folder) => `<rootDir>/${folder}/**/*.${kind}.test.ts`);
}

const config: Config = {
  reporters: ['default', '<rootDir>/packages/devkit/jest/stuck-files.mjs'],
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,packages}/*/src/**/*.test.ts', '<rootDir>/scripts/**/*.test.ts'],
      testPathIgnorePatterns: ['\\.(int|full)\\.test\\.ts$', '/node_modules/', '/dist/'],
    },
    {
      ...withServers,
      displayName: 'integration',
      testMatch: matching('int'),
    },
    // What takes too long for each `npm test`: kills, laws, fuzz, browsers, limits that are waited for.
    { ...withServers, displayName: 'full', testMatch: matching('full') },
  ],
};

export default config;
