import { spawn } from 'node:child_process';

export interface CommandResult {
  /** Null where the command could not be started at all, or was ended by the time limit. */
  readonly exitCode: number | null;
  /** The error of starting it, such as `ENOENT`. */
  readonly startError: string | null;
  readonly output: string;
}

/** Runs a command to its end, or kills it after `limitMilliseconds`. Never throws; the output holds both streams. */
export function runCommand(
  command: string,
  parameters: readonly string[],
  limitMilliseconds: number,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, parameters, {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const limit = setTimeout(() => child.kill('SIGKILL'), limitMilliseconds);
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(limit);
      resolve({ exitCode: null, startError: error.code ?? error.message, output });
    });
    child.once('close', (exitCode) => {
      clearTimeout(limit);
      resolve({ exitCode, startError: null, output });
    });
  });
}
