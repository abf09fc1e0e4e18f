/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

const shared: Config = {
  testEnvironment: 'node',
  // Test files share the modules of their worker process, which Node loads itself, from a bundle.
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

function matching(kind: 'int' | 'full' | 'drill' | 'alone'): string[] {
  return ['{apps,packages}/*/src', 'tests', 'scripts'].map(
    (folder) => `<rootDir>/${folder}/**/*.${kind}.test.ts`,
  );
}

const config: Config = {
  testSequencer: '<rootDir>/packages/devkit/jest/sequencer.mjs',
  reporters: ['default', '<rootDir>/packages/devkit/jest/stuck-files.mjs'],
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,packages}/*/src/**/*.test.ts', '<rootDir>/{scripts,tests}/**/*.test.ts'],
      testPathIgnorePatterns: ['\\.(int|full|drill|alone)\\.test\\.ts$', '/node_modules/', '/dist/'],
    },
    {
      ...withServers,
      displayName: 'integration',
      testMatch: matching('int'),
    },
    // What takes too long for each `npm test`: kills, laws, fuzz, browsers, limits that are waited for.
    { ...withServers, displayName: 'full', testMatch: matching('full') },
    // Each breaks what the service runs on: `npm run drills`. The latter judge how soon something happens, so nothing may run beside them.
    { ...withServers, displayName: 'drills', testMatch: matching('drill') },
    { ...withServers, displayName: 'drills-alone', testMatch: matching('alone') },
  ],
};

export default config;
