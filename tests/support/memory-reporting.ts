import type { AppProcess } from '@leadbridge/devkit';

import { preload } from './preload.js';

/**
 * Settings under which a process of ours, on SIGUSR2, collects its garbage and tells what is left: how much memory is in use, and what keeps
 * it alive (sockets, servers, files; timers come and go). Machine code is not compiled: V8 goes on with that for more than an hour, as it finds
 * functions that are called often, and keeps some megabytes of it, which no collection frees and which is no leak.
 */
export function memoryReporting(): { readonly NODE_OPTIONS: string } {
  const script = `
    import { setFlagsFromString } from 'node:v8';
    import { runInNewContext } from 'node:vm';
    for (const flag of ['--expose-gc', '--no-opt', '--no-maglev']) setFlagsFromString(flag);
    const gc = runInNewContext('gc');
    process.on('SIGUSR2', () => {
      gc();
      const handles = process.getActiveResourcesInfo().filter((kind) => !/Timeout|Immediate|Request/.test(kind)).length;
      const { heapUsed, external } = process.memoryUsage();
      process.stdout.write(JSON.stringify({ drill: 'memory', at: performance.now(), bytes: heapUsed + external, handles }) + '\\n');
    });`;
  return preload(script);
}

export interface MemorySample {
  readonly megabytes: number;
  readonly handles: number;
}

/** What a process holds once its garbage is collected. @throws Error where it does not tell within ten seconds */
export async function memoryOf(app: AppProcess): Promise<MemorySample> {
  const readings = (): readonly string[] =>
    app.output.split('\n').filter((line) => line.startsWith('{"drill":"memory"'));
  const before = readings().at(-1);
  app.signal('SIGUSR2');
  for (let tries = 0; tries < 200; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const last = readings().at(-1);
    if (last !== undefined && last !== before) {
      const { bytes, handles } = JSON.parse(last) as { readonly bytes: number; readonly handles: number };
      return { megabytes: bytes / 1_048_576, handles };
    }
  }
  throw new Error('A process does not report its memory');
}
