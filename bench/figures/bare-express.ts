import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The bare server in a process of its own, as the API is one; with an address of MongoDB it inserts what it is sent. */
export async function startBareExpress(
  ...mongodbUri: [] | [string]
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const child = spawn(
    process.execPath,
    ['--import=tsx', fileURLToPath(new URL('./bare-express-server.ts', import.meta.url)), ...mongodbUri],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: line.toString('utf8').trim(),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
