import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import type { Logger } from './logger.js';
import { stopOnSignal, type ShutdownStep } from './shutdown.js';

const signals = ['SIGTERM', 'SIGINT'] as const;

let before: Map<NodeJS.Signals, readonly NodeJS.SignalsListener[]>;
let log: string[];
let logger: Logger;
let elapsedMs: number;
const restorations: (() => void)[] = [];

beforeEach(() => {
  before = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
  log = [];
  elapsedMs = 0;
  const keep = (message: string): void => void log.push(message);
  logger = { error: keep, warn: keep, info: keep, debug: keep };
  replace(performance, 'now', () => 1_000 + elapsedMs);
  replace(process, 'exit', (code: unknown) => void log.push(`exit ${String(code)}`));
  // The limit of stopping would come after the test, and end the process that runs all tests.
  replace(globalThis, 'setTimeout', () => ({ unref: () => undefined }));
});

afterEach(() => {
  for (const signal of signals) {
    for (const listener of added(signal)) {
      process.off(signal, listener);
    }
  }
  restorations.splice(0).forEach((restore) => {
    restore();
  });
});

/** Replaces a function until the end of the test. */
function replace(owner: object, name: string, value: (...parameters: unknown[]) => unknown): void {
  const original = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  restorations.push(() => {
    if (original === undefined) {
      Reflect.deleteProperty(owner, name);
    } else {
      Object.defineProperty(owner, name, original);
    }
  });
}

function added(signal: NodeJS.Signals): readonly NodeJS.SignalsListener[] {
  const known = before.get(signal) ?? [];
  return process.listeners(signal).filter((listener) => !known.includes(listener));
}

/** As if the signal had arrived, only for the listeners of this test. */
function receive(signal: NodeJS.Signals): void {
  for (const listener of added(signal)) {
    listener(signal);
  }
}

const settled = async (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

const step = (name: string, stop: ShutdownStep['stop'] = async () => Promise.resolve()): ShutdownStep => ({
  name,
  stop: async () => {
    log.push(name);
    return stop();
  },
});

const failing = async (): Promise<never> => Promise.reject(new Error('no'));

describe('stopOnSignal', () => {
  it.each(signals)('stops the parts in order on %s, and ends with 0', async (signal) => {
    stopOnSignal([step('server'), step('queues'), step('database')], logger);
    receive(signal);
    await settled();
    expect(log).toEqual(['stopping', 'server', 'queues', 'database', 'stopped', 'exit 0']);
  });

  it('stops nothing before a signal', async () => {
    stopOnSignal([step('server')], logger);
    await settled();
    expect(log).toEqual([]);
  });

  it('stops the other parts after one that fails, and ends with 1', async () => {
    stopOnSignal([step('server', failing), step('database')], logger);
    receive('SIGTERM');
    await settled();
    expect(log).toEqual([
      ...['stopping', 'server', 'a part did not stop cleanly', 'database'],
      ...['stopped', 'exit 1'],
    ]);
  });

  it('ends a process without parts', async () => {
    stopOnSignal([], logger);
    receive('SIGINT');
    await settled();
    expect(log).toEqual(['stopping', 'stopped', 'exit 0']);
  });

  it.each([[0], [1_000]])('takes a second signal after %d ms for the first one', async (milliseconds) => {
    stopOnSignal([step('server', async () => new Promise<never>(() => undefined))], logger);
    receive('SIGINT');
    elapsedMs = milliseconds;
    receive('SIGTERM');
    await settled();
    expect(log).toEqual(['stopping', 'server']);
  });

  it('ends at once on a second signal more than a second after the first', async () => {
    stopOnSignal([step('server', async () => new Promise<never>(() => undefined)), step('queues')], logger);
    receive('SIGTERM');
    elapsedMs = 1_001;
    receive('SIGTERM');
    await settled();
    expect(log).toEqual(['stopping', 'server', 'exit 1']);
  });

  it('ends with 1 once stopping has taken too long', async () => {
    jest.useFakeTimers();
    try {
      stopOnSignal([step('server', async () => new Promise<never>(() => undefined))], logger, 5_000);
      receive('SIGTERM');
      jest.advanceTimersByTime(4_999);
      expect(log).toEqual(['stopping', 'server']);
      jest.advanceTimersByTime(1);
      expect(log.slice(2)).toEqual(['stopping took too long; ending now', 'exit 1']);
    } finally {
      jest.useRealTimers();
    }
  });
});
