import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Plugin } from 'esbuild';

import { bundleOptions, checkout, removeLeftBehind, runFolder } from './test-apps.js';

/** The files that a test run loads in place of its sources. */
export interface TestBundle {
  /** @throws Error for a file that is not among those that were bundled */
  pathOf(source: string): string;
  remove(): Promise<void>;
}

const parent = join(checkout, 'packages', 'devkit', 'dist');
const globals = join(checkout, 'packages', 'devkit', 'jest', 'globals.mjs');
const resolvedHere = Symbol('resolved here');

/**
 * What is installed is loaded from where it is, by all alike. JSON is bundled: Node wants it to be said in the import that it is some.
 */
const installedStays: Plugin = {
  name: 'installed-stays',
  setup(building) {
    building.onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || pluginData === resolvedHere || path.startsWith('@leadbridge/')) {
        return undefined;
      }
      if (path === '@jest/globals') {
        return { path: pathToFileURL(globals).href, external: true };
      }
      const found = await building.resolve(path, { kind, importer, resolveDir, pluginData: resolvedHere });
      return found.errors.length > 0 || found.external || found.path.endsWith('.json')
        ? found
        : { path: pathToFileURL(found.path).href, external: true };
    });
  },
};

const ownUrl = 'import.meta.url';

/** Finds what stands beside a source file, although its bundle is elsewhere. */
const urlsOfSources: Plugin = {
  name: 'urls-of-sources',
  setup(building) {
    building.onLoad({ filter: /\.m?[jt]sx?$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes(ownUrl)) {
        return undefined;
      }
      // On the first line, which keeps its number.
      const contents = `const sourceUrl = ${JSON.stringify(pathToFileURL(path).href)}; ${text}`;
      return { contents, loader: path.endsWith('.tsx') ? 'tsx' : 'ts' };
    });
  },
};

/**
 * Bundles test files, and whatever is loaded before them, with the sources that they import: each source once, however many import
 * it. A process loads them in a fifth of the time that a loader of TypeScript takes for each file.
 */
export async function bundleTests(sources: readonly string[]): Promise<TestBundle> {
  const { build, stop } = await import('esbuild');
  await removeLeftBehind(parent);
  const folder = join(parent, runFolder(process.pid));
  const { metafile } = await build({
    ...bundleOptions,
    entryPoints: [...sources],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    // What a test reads in a failure; each start of an app would pay for it.
    keepNames: true,
    metafile: true,
    sourcemap: true,
    sourcesContent: false,
    define: { [ownUrl]: 'sourceUrl' },
    plugins: [installedStays, urlsOfSources],
  });
  // Its own process would stay for the whole run, with all that it has read.
  await stop();
  const paths = new Map(
    Object.entries(metafile.outputs).flatMap(([output, { entryPoint }]) =>
      entryPoint === undefined ? [] : [[resolve(checkout, entryPoint), resolve(checkout, output)] as const],
    ),
  );
  return {
    pathOf(source) {
      const path = paths.get(source);
      if (path === undefined) {
        throw new Error(`Not in the bundle of this run: ${source}`);
      }
      return path;
    },
    remove: async () => rm(folder, { recursive: true, force: true }),
  };
}
