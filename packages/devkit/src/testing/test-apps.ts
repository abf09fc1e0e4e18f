import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { BuildOptions, Plugin } from 'esbuild';

/** The scripts that a run starts as API, worker and command line. */
export type TestApps = Readonly<Record<(typeof names)[number], string>>;

const names = ['api', 'worker', 'cli'] as const;

export const checkout = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..');

function appsIn(...folder: string[]): TestApps {
  const script = (name: string): string => join(checkout, 'apps', name, ...folder, 'main.js');
  return { api: script('api'), worker: script('worker'), cli: script('cli') };
}

/** What the last build made, as production runs it: for measurements, which build before. */
export function builtApps(): TestApps {
  return appsIn('dist');
}

/** Tables as a text that is parsed: as source they are a tenth of what a start costs. */
const parsedJson: Plugin = {
  name: 'parsed-json',
  setup(building) {
    building.onLoad({ filter: /\.json$/ }, async ({ path }) => {
      const text = JSON.stringify(await readFile(path, 'utf8'));
      return { contents: `module.exports = JSON.parse(${text});`, loader: 'js' };
    });
  },
};

/** Of every bundle that a test run makes. */
export const bundleOptions = {
  absWorkingDir: checkout,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  conditions: ['leadbridge-source'],
  logLevel: 'warning',
} satisfies BuildOptions;

/** Names the bundles of a run by the process that runs it. */
export function runFolder(pid: number): string {
  return `test-run-${pid}`;
}

const anyRunFolder = /^test-run-(\d+)$/;

/**
 * Makes a bundle of the sources of each app and of what they import, for the run of this process: a test never meets
 * yesterday's build, and a process starts in a third of the time that the loading of each module takes.
 */
export async function bundleApps(): Promise<{ readonly apps: TestApps; remove(): Promise<void> }> {
  const { build, stop } = await import('esbuild');
  await Promise.all(names.map(async (name) => removeLeftBehind(dirname(builtApps()[name]))));
  // As deep as the sources are, so that what is found beside them is found from here too.
  const apps = appsIn('dist', runFolder(process.pid));
  await Promise.all(
    names.map(async (name) =>
      build({
        ...bundleOptions,
        entryPoints: [join('apps', name, 'src', 'main.ts')],
        outdir: dirname(apps[name]),
        // The first serves files of its own folder; the others are loaded when they are wanted, and their exports have no names in a bundle.
        external: [
          '@bull-board/*',
          '@opentelemetry/exporter-*',
          '@opentelemetry/resources',
          '@opentelemetry/sdk-*',
          'umzug',
        ],
        banner: {
          js: "import { createRequire as requireForBundle } from 'node:module';\nconst require = requireForBundle(import.meta.url);",
        },
        // Less to read for each of hundreds of starts. Names stay, so that a stack trace can be read.
        minifyWhitespace: true,
        minifySyntax: true,
        legalComments: 'none',
        plugins: [parsedJson],
      }),
    ),
  );
  // Its own process would stay for the whole run, with all that it has read.
  await stop();
  return {
    apps,
    remove: async () => {
      await Promise.all(names.map(async (name) => rm(dirname(apps[name]), { recursive: true, force: true })));
    },
  };
}

/** Runs that were killed leave their bundles in a folder. */
export async function removeLeftBehind(folder: string): Promise<void> {
  const found = await readdir(folder).catch(() => []);
  const leftBehind = found.filter((each) => {
    const pid = anyRunFolder.exec(each)?.[1];
    return pid !== undefined && !runs(Number(pid));
  });
  await Promise.all(leftBehind.map(async (each) => rm(join(folder, each), { recursive: true, force: true })));
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
