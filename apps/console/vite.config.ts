import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

import { screenPaths } from './src/screen-paths.js';

/** Tells the service which addresses are screens. */
const listScreens: Plugin = {
  name: 'list-screens',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(screenPaths) });
  },
};

const firstPage = [
  /node_modules\/(?:react|react-dom|scheduler|clsx|@tanstack\/[\w-]+|@mantine\/hooks|openapi-fetch)\//u,
  /@mantine\/core\/esm\/(?:core|utils)\//u,
  /@mantine\/core\/esm\/components\/(?:Alert|Anchor|Button|CloseButton|Group|Loader|Paper|Stack|Text|Title|UnstyledButton|VisuallyHidden)\//u,
  /react-icons\/lib\//u,
  /packages\/client\/src\//u,
  /apps\/console\/src\/(?:api|session\/session|session\/ended-session|session\/destination|parts\/(?:states|format|time|use-now|links|section|search))\b/u,
];

/** Of the same packages, what is for forms, menus and dialogs alone. */
const laterPages = [
  /@mantine\/core\/esm\/utils\/(?:InlineInput|Floating)\//u,
  /@mantine\/hooks\/esm\/use-(?:click-outside|clipboard|drag|focus-|long-press|mutation-|pagination|shallow-|timeout)/u,
  /@mantine\/hooks\/esm\/use-debounced/u,
];

function isOfFirstPage(id: string): boolean {
  const isOneOf = (patterns: readonly RegExp[]): boolean => patterns.some((pattern) => pattern.test(id));
  return isOneOf(firstPage) && !isOneOf(laterPages);
}

/**
 * The console is served under `/console` by the API, which puts a nonce of its own in the place of the one below into every copy of the page
 * that it hands out.
 */
export default defineConfig({
  base: '/console/',
  plugins: [listScreens],
  publicDir: 'public',
  // The sources of our packages, so that nothing has to be built before.
  resolve: { conditions: ['leadbridge-source', ...defaultClientConditions] },
  html: { cspNonce: '%STYLE_NONCE%' },
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    rolldownOptions: {
      output: {
        // What the first page needs is one file: each further one costs headers, and compresses less well.
        codeSplitting: { groups: [{ name: 'first', test: isOfFirstPage }] },
        // The font has its version in its name, so that the pages beside the console can name it too.
        assetFileNames: ({ names: [name = ''] }) =>
          name.startsWith('inter-4') ? 'assets/[name][extname]' : 'assets/[name]-[hash][extname]',
      },
    },
    // The policy of the page forbids data addresses for scripts and fonts: every file stays one.
    assetsInlineLimit: 0,
    target: 'es2022',
    // Those that know light-dark(): rewritten for older ones it would follow no theme that is chosen by hand.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  worker: { format: 'es' },
  // A development server of its own, beside a service that "npm start" has brought up.
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
});
