import type { AppProcess } from '@leadbridge/devkit';

import { preload } from './preload.js';

/**
 * Settings under which a process of ours, on SIGUSR2, collects its garbage and tells what is left: how much memory is in use, and what keeps
 * it alive (sockets, servers, files; timers come and go). Its connections to MongoDB are told apart: their pool grows whenever more is
 * done at once than ever before, up to its limit. Machine code is not compiled: V8 goes on with that for more than an hour, as it finds
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
      const [, port] = /^mongodb:\\/\\/(?:[^@]*@)?[^:/,]+:(\\d+)/.exec(process.env.MONGODB_URI) ?? [];
      const connections = process._getActiveHandles().filter(({ remotePort }) => remotePort === Number(port)).length;
      const open = process.getActiveResourcesInfo().filter((kind) => !/Timeout|Immediate|Request/.test(kind)).length;
      const { heapUsed, external } = process.memoryUsage();
      process.stdout.write(JSON.stringify({ drill: 'memory', at: performance.now(), bytes: heapUsed + external, connections, handles: open - connections }) + '\\n');
    });`;
  return preload(script);
}

export interface MemorySample {
  readonly megabytes: number;
  /** To MongoDB. */
  readonly connections: number;
  /** All others. */
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
      const { bytes, ...open } = JSON.parse(last) as Omit<MemorySample, 'megabytes'> & {
        readonly bytes: number;
      };
      return { megabytes: bytes / 1_048_576, ...open };
    }
  }
  throw new Error('A process does not report its memory');
}
