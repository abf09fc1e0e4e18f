import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const tests = ['**/*.test.ts', '**/testing/**/*.ts', '**/fixtures/**/*.ts'];

/** Runs in browsers, and has a TypeScript project of its own. */
const inBrowsers = ['apps/console/**/*.ts', 'apps/console/**/*.tsx'];

/** The environment is read where it is declared, once per app, and by what starts the apps. */
const readsEnvironment = [
  'apps/*/src/config.ts',
  'scripts/**',
  'bench/**',
  'drills/**',
  'packages/devkit/jest/setup.ts',
  'packages/devkit/src/testing/test-servers.ts',
  'packages/devkit/src/development/fixtures/run-start.ts',
];

/** Programs whose output is a person's terminal. */
const writesToTerminal = ['scripts/**', 'bench/**', 'drills/**', 'apps/cli/src/**'];

const environmentRule = {
  object: 'process',
  property: 'env',
  message: 'The environment is read in apps/*/src/config.ts alone; pass what is needed.',
};

export default defineConfig(
  globalIgnores([
    '**/dist/',
    '**/coverage/',
    'bench-results/',
    '.leadbridge/',
    '**/node_modules/',
    '**/generated/',
    '**/vendor/',
  ]),
  // A rule that may be switched off in a comment is a wish.
  { linterOptions: { noInlineConfig: true } },
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.mjs', '**/*.cjs', '**/*.js'],
    rules: {
      'array-callback-return': 'error',
      curly: ['error', 'multi-line'],
      eqeqeq: 'error',
      'max-lines': ['error', { max: 400 }],
      'no-caller': 'error',
      'no-constant-binary-expression': 'error',
      'no-control-regex': 'off',
      'no-else-return': 'error',
      'no-eval': 'error',
      'no-extend-native': 'error',
      'no-fallthrough': 'error',
      'no-loss-of-precision': 'error',
      'no-misleading-character-class': 'error',
      'no-param-reassign': 'error',
      'no-promise-executor-return': 'off',
      'no-self-compare': 'error',
      'no-sparse-arrays': 'error',
      'no-template-curly-in-string': 'error',
      'no-unreachable-loop': 'error',
      'no-unsafe-finally': 'error',
      'no-useless-backreference': 'error',
      'no-useless-rename': 'error',
      'no-var': 'error',
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'] }],
      'object-shorthand': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { project: ['./tsconfig.check.json'], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': true, minimumDescriptionLength: 10 },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/prefer-nullish-coalescing': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Express 5 awaits the promise of a handler.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
    },
  },
  {
    files: inBrowsers,
    languageOptions: {
      parserOptions: { project: ['./apps/console/tsconfig.json'], tsconfigRootDir: import.meta.dirname },
    },
  },
  {
    files: ['packages/{queue,store,integrations}/src/**/*.ts'],
    ignores: tests,
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['@leadbridge/usecases'],
              allowTypeImports: true,
              allowImportNamePattern: 'Error$|Priorities$|^unbegun',
              message:
                'Of the use cases, only ports are for this package: their types, errors, priorities and first states.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    ignores: readsEnvironment,
    rules: { 'no-restricted-properties': ['error', environmentRule] },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    ignores: writesToTerminal,
    rules: { 'no-console': 'error' },
  },
  {
    files: ['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'],
    rules: {
      'no-restricted-exports': [
        'error',
        { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } },
      ],
    },
  },
  {
    files: tests,
    rules: {
      // A response's body is whatever came; the expectation says what it must be.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
