import { readFile } from 'node:fs/promises';

import { runCommand } from '../binaries/run-command.js';

/** The command line of a process; '' where there is none. */
export async function commandLine(pid: number): Promise<string> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
  } catch {
    return await askPs(pid, 'command');
  }
}

/** The parent of a process; 0 where there is no such process. */
export async function parentOf(pid: number): Promise<number> {
  try {
    // The name in parentheses may itself have spaces and parentheses.
    const [, parent] = /.*\) \S (\d+) /su.exec(await readFile(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return Number(parent);
  } catch {
    return Number(await askPs(pid, 'ppid'));
  }
}

/** No such process, or a system without /proc. */
async function askPs(pid: number, column: 'command' | 'ppid'): Promise<string> {
  return (await runCommand('ps', ['-o', `${column}=`, '-p', String(pid)], 5_000)).output;
}
