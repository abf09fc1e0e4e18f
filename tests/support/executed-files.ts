import { readFile } from 'node:fs/promises';
import { Session, type Profiler } from 'node:inspector/promises';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ExecutedFiles {
  /** The source files of the service, by their paths in the checkout, of which a function has run since this was asked last. */
  since(): Promise<ReadonlySet<string>>;
  end(): Promise<void>;
}

/** Asks V8 which functions have run in this process, and the source maps of its bundle where they stand. */
export async function watchExecutedFiles(checkout: string): Promise<ExecutedFiles> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const maps = new Map<string, BundleMap>();

  async function filesOf({ url, functions }: Profiler.ScriptCoverage): Promise<string[]> {
    const offsets = functions.filter(hasRun).flatMap(({ ranges }) => ranges[0]?.startOffset ?? []);
    if (offsets.length === 0) {
      return [];
    }
    const map = maps.get(url) ?? (await readBundleMap(fileURLToPath(url)));
    maps.set(url, map);
    return offsets.flatMap((offset) => map.sourceAt(offset)).map((path) => relative(checkout, path));
  }

  return {
    async since() {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const bundles = result.filter(({ url }) => url.startsWith('file:') && url.includes('/test-run-'));
      const files = (await Promise.all(bundles.map(filesOf))).flat();
      return new Set(files.filter((file) => ofService.test(file)));
    },
    async end() {
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}

const ofService = /^(apps\/(api|worker)|packages\/(?!devkit)[^/]+)\/src\/(?!.*\/testing\/)(?!.*\.test\.ts$)/u;

/** Modules themselves are functions without a name, as the loading of one is no work of it. */
function hasRun({ functionName, ranges }: Profiler.FunctionCoverage): boolean {
  return functionName !== '' && (ranges[0]?.count ?? 0) > 0;
}

interface BundleMap {
  sourceAt(offset: number): readonly string[];
}

async function readBundleMap(path: string): Promise<BundleMap> {
  const [code, map] = await Promise.all([readFile(path, 'utf8'), readFile(`${path}.map`, 'utf8')]);
  const sources = new SourceMap(JSON.parse(map));
  const lineStarts = [0, ...[...code.matchAll(/\n/gu)].map(({ index }) => index + 1)];
  return {
    sourceAt(offset) {
      const line = lineStarts.findLastIndex((start) => start <= offset);
      const entry = sources.findEntry(line, offset - (lineStarts[line] ?? 0));
      return 'originalSource' in entry ? [resolve(dirname(path), entry.originalSource)] : [];
    },
  };
}
