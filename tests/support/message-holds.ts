import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { preload } from './preload.js';

/** Stops jobs of a worker process before the n-th message that they send to MongoDB, the PSA or a provider. */
export interface MessageHolds {
  /** The environment of workers that can be stopped. */
  readonly workerEnv: Readonly<Record<string, string>>;
  /** Id of a request whose job is stopped before that message (counted from 1). */
  requestId(message: number, name: string): string;
  isHeld(requestId: string): boolean;
  /** Call it before the worker is started again: jobs that were stopped go on then. */
  release(): void;
  remove(): void;
}

/**
 * From that message on nothing is sent for the job, as if the process had been killed. The connection to Redis is left alone: all jobs
 * share it, and its replies come in the order of the requests.
 */
export function holdMessages(): MessageHolds {
  const folder = mkdtempSync(join(tmpdir(), 'leadbridge-holds-'));
  const [generationFile, heldFile] = [join(folder, 'generation'), join(folder, 'held')];
  let generation = 1;
  const save = (): void => {
    writeFileSync(generationFile, String(generation));
  };
  save();
  writeFileSync(heldFile, '');
  return {
    workerEnv: preload(holding(generationFile, heldFile)),
    requestId: (message, name) => `hold-${generation}-${message}-${name}`,
    isHeld: (requestId) => readFileSync(heldFile, 'utf8').split('\n').includes(requestId),
    release() {
      generation += 1;
      save();
    },
    remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a worker runs first: it finds the request that a message belongs to in the context in which it is sent. */
const holding = (generationFile: string, heldFile: string): string => `
  import { AsyncLocalStorage } from 'node:async_hooks';
  import { appendFileSync, readFileSync } from 'node:fs';
  import { Socket } from 'node:net';

  const generation = readFileSync(${JSON.stringify(generationFile)}, 'utf8');
  const redisPort = Number(new URL(process.env.REDIS_URL).port);
  const storages = new Set();
  const { run } = AsyncLocalStorage.prototype;
  AsyncLocalStorage.prototype.run = function (...given) {
    storages.add(this);
    return run.apply(this, given);
  };

  const sent = new Map();
  const isHeld = ({ remotePort }, data) => {
    const requestId = [...storages].map((storage) => storage.getStore()?.requestId).find((id) => id !== undefined);
    const [, own, message] = /^hold-(\\d+)-(\\d+)-/.exec(requestId ?? '') ?? [];
    const isOfJob = own === generation && remotePort !== undefined && remotePort !== redisPort;
    // A new connection to MongoDB says hello in the context of whoever needs it.
    if (!isOfJob || Buffer.from(data).includes('helloOk')) {
      return false;
    }
    const count = (sent.get(requestId) ?? 0) + 1;
    sent.set(requestId, count);
    if (count === Number(message)) {
      appendFileSync(${JSON.stringify(heldFile)}, requestId + '\\n');
    }
    return count >= Number(message);
  };

  const { write } = Socket.prototype;
  Socket.prototype.write = function (data, ...rest) {
    return isHeld(this, data) || write.call(this, data, ...rest);
  };`;
