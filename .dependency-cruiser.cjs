'use strict';

/**
 * Who may import whom. A folder that is not named in `mayImport` may import nothing of ours; what stands in `portsOf` may be
 * imported for the ports that it declares, which are types and errors (`.oxlintrc.json` sees to that).
 */
const mayImport = {
  'packages/domain': [],
  'packages/platform': [],
  'packages/client': [],
  'packages/contracts': ['packages/domain'],
  'packages/mcp': ['packages/client', 'packages/contracts', 'packages/domain'],
  'packages/usecases': ['packages/domain', 'packages/contracts', 'packages/platform'],
  'packages/queue': ['packages/contracts', 'packages/platform'],
  'packages/store': ['packages/domain', 'packages/contracts', 'packages/platform'],
  'packages/integrations': ['packages/domain', 'packages/contracts', 'packages/platform'],
  'packages/devkit': ['packages/platform', 'packages/store', 'apps/psa-simulator'],
  'apps/api': ['packages/(?!devkit)[^/]+'],
  'apps/worker': ['packages/(?!devkit)[^/]+'],
  'apps/cli': ['packages/(?!devkit)[^/]+'],
  // Of the contracts the types alone, of the platform the guard of cells alone: see 'console-bundles-no-server'.
  'apps/console': ['packages/client', 'packages/contracts', 'packages/domain', 'packages/platform'],
  'apps/psa-simulator': ['packages/domain', 'packages/platform'],
};

const portsOf = {
  'packages/queue': ['packages/usecases'],
  'packages/store': ['packages/usecases'],
  'packages/integrations': ['packages/usecases'],
};

/** Tests and benches may use the servers and helpers of the devkit, wherever they stand. */
const testCode =
  '\\.test\\.ts$|/testing/|/fixtures/|^bench/|^tests/|^scripts/|^packages/devkit/jest/|^jest\\.config';

const ours = '^(packages|apps)/[^/]+/';

const boundaryRules = Object.entries(mayImport).flatMap(([folder, allowed]) => {
  const ports = portsOf[folder] ?? [];
  return [
    {
      name: `boundary-${folder.replace('/', '-')}`,
      comment: `${folder} may import: ${[...allowed, ...ports].join(', ') || 'nothing of ours'}`,
      severity: 'error',
      from: { path: `^${folder}/`, pathNot: testCode },
      to: { path: ours, pathNot: [folder, ...allowed, ...ports].map((name) => `^${name}/`) },
    },
  ];
});

module.exports = {
  forbidden: [
    ...boundaryRules,
    {
      name: 'only-through-the-index',
      comment:
        'Another package is imported by its name, which is its index. Two have a second entry: the client, which its size keeps apart, and the platform for browsers',
      severity: 'error',
      from: { path: '^(packages|apps)/([^/]+)/' },
      to: {
        path: ours,
        pathNot: [
          '^$1/$2/',
          '^(packages|apps)/[^/]+/src/index\\.ts$',
          '^packages/client/src/changes\\.ts$',
          '^packages/platform/src/csv/(?:cell-guard|file-bytes|find-separator)\\.ts$',
        ],
      },
    },
    {
      name: 'stages-through-the-index',
      comment:
        'What the other stages of an import, and those who run it, need of a stage stands in its index',
      severity: 'error',
      from: { path: '^packages/usecases/src/(import/[^/]+|[^/]+)', pathNot: testCode },
      to: {
        path: '^packages/usecases/src/import/(read|match|decide|write|record)/',
        pathNot: ['^packages/usecases/src/import/[^/]+/index\\.ts$', '^packages/usecases/src/$1/'],
      },
    },
    {
      name: 'tests-import-no-other-app',
      comment:
        'A test that needs another app starts it as a process, with the devkit; the simulator may be embedded',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/[^/]+/', pathNot: ['^apps/$1/', '^apps/psa-simulator/src/index\\.ts$'] },
    },
    {
      name: 'devkit-in-tests-only',
      comment: 'The devkit is for tests and development',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: [testCode, '^packages/devkit/'] },
      to: { path: '^packages/devkit/' },
    },
    {
      name: 'no-cycles',
      comment: 'What needs each other is one module, or has a third in common',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'declared-packages-only',
      comment: "A package of others stands in the workspace's own package.json",
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: testCode },
      to: {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev', 'undetermined'],
        // Declared for development at the root too, which the benches need.
        dependencyTypesNot: ['npm'],
      },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere',
      severity: 'error',
      from: {},
      // The pages' script for QR codes is a file of a package, served beside ours (apps/api/src/pages/index.ts).
      to: { couldNotResolve: true, pathNot: '^\\./qr\\.js$' },
    },
    {
      name: 'console-bundles-no-server',
      comment:
        'The contracts bring the validator of the server along, and the index of the platform what Node.js has: browsers get their types alone',
      severity: 'error',
      from: { path: '^apps/console/src/', pathNot: testCode },
      to: { path: '^packages/(contracts/|platform/src/index\\.ts$)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'domain-is-pure',
      comment: 'The rules of the domain touch nothing: no files, network, clock, randomness of the platform',
      severity: 'error',
      from: { path: '^packages/domain/src/', pathNot: testCode },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'wiring-in-compose-only',
      comment:
        'Handlers and routes are given what they need; apps/*/src/compose.ts builds it, of settings that config.ts reads',
      severity: 'error',
      from: { path: '^apps/(api|worker)/src/', pathNot: ['/src/(compose|config|main)', testCode] },
      to: { path: '^packages/(store|integrations)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'kebab-case',
      comment: 'Files are named in kebab-case after their main export',
      severity: 'error',
      from: {},
      to: { path: '^(apps|packages|bench|scripts|tests)/.*[A-Z_][^/]*$', pathNot: 'node_modules' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules|/dist/' },
    exclude: { path: '/dist/|/vendor/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      conditionNames: ['leadbridge-source', 'import', 'require', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.d.ts'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
