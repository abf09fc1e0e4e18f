import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const buildScript = fileURLToPath(new URL('../../../../apps/console/build.mjs', import.meta.url));

/** Builds the console from the sources, if they have changed. */
export async function buildConsole(): Promise<void> {
  const build = spawn(process.execPath, [buildScript], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [exitCode] = (await once(build, 'exit')) as [number | null];
  if (exitCode !== 0) {
    throw new Error(`The console could not be built: ${String(exitCode)}`);
  }
}
