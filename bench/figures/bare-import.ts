import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import type { ProcessSystem } from '@leadbridge/devkit';

/** Leads a second of the program that does the minimum of an import; a process of its own, as a worker is. */
export async function bareImportsPerSecond(system: ProcessSystem, count: number): Promise<number> {
  const { simulator, mongodbUri } = system;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import=tsx',
    fileURLToPath(new URL('./bare-import-program.ts', import.meta.url)),
    mongodbUri,
    simulator.url,
    simulator.clientId,
    simulator.clientSecret,
    String(count),
  ]);
  return count / Number(stdout.trim());
}
