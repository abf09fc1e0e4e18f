import { runCommand } from './run-command.js';

/** A server program as this kit knows it: what it is called and how its version is told. */
export interface ServerProgram {
  /** For people, such as "MongoDB". */
  readonly title: string;
  /** Names of the program on the PATH, the preferred one first. */
  readonly commands: readonly string[];
  readonly versionPattern: RegExp;
  /** The oldest version that the service works with, as [major, minor]. */
  readonly oldest: readonly [number, number];
}

export const mongod: ServerProgram = {
  title: 'MongoDB',
  commands: ['mongod'],
  versionPattern: /db version v((\d+)\.(\d+)[\d.]*)/,
  oldest: [4, 2],
};

export const valkeyServer: ServerProgram = {
  title: 'Redis',
  commands: ['valkey-server', 'redis-server'],
  versionPattern: /server v=((\d+)\.(\d+)[\d.]*)/,
  oldest: [6, 2],
};

export type ProgramCheck =
  | { readonly usable: true; readonly version: string }
  | { readonly usable: false; readonly reason: string };

/** Runs the program for its version: a file that is there may still lack a system library or be too old. */
export async function checkProgram(program: ServerProgram, path: string): Promise<ProgramCheck> {
  const result = await runCommand(path, ['--version'], 10_000);
  if (result.exitCode !== 0) {
    const said = result.startError ?? result.output.trim().split('\n')[0] ?? '';
    return { usable: false, reason: `${path} does not run here (${said})` };
  }
  const [, version = 'unknown', major = '0', minor = '0'] = program.versionPattern.exec(result.output) ?? [];
  const [oldestMajor, oldestMinor] = program.oldest;
  if (Number(major) < oldestMajor || (Number(major) === oldestMajor && Number(minor) < oldestMinor)) {
    const reason = `${path} is version ${version}, and ${oldestMajor}.${oldestMinor} or newer is needed`;
    return { usable: false, reason };
  }
  return { usable: true, version };
}
