import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import { PsaUnavailableError } from '@leadbridge/usecases';
import { Redis } from 'ioredis';

import { createTicketQueues } from './in-turn.js';
import { createTicketLocks } from './ticket-locks.js';

const { redisUrl, redisKeyPrefix } = testServers();
let connections: Redis[];
let pairs = 0;

beforeAll(() => {
  connections = [new Redis(redisUrl), new Redis(redisUrl)];
});

afterAll(async () => {
  await Promise.all(connections.map(async (redis) => redis.quit()));
});

/** Two workers with one PSA. */
function workers() {
  pairs += 1;
  const keyPrefix = `${redisKeyPrefix}:${pairs}`;
  const queues = connections.map((redis) => createTicketQueues(createTicketLocks({ redis, keyPrefix })));
  return { keyPrefix, queues };
}

it('concurrent changes of workers to one ticket are all kept, and none waits for another ticket', async () => {
  const { queues } = workers();
  const tags = new Map([
    [1, ['By hand']],
    [2, []],
  ]);
  let mostTicketsAtOnce = 0;
  let ticketsAtWork = 0;
  const add = async (worker: number, ticketId: number, tag: string): Promise<void> => {
    await queues[worker]?.(ticketId, async (lock) => {
      ticketsAtWork += 1;
      mostTicketsAtOnce = Math.max(mostTicketsAtOnce, ticketsAtWork);
      const before = tags.get(ticketId) ?? [];
      await sleep(20);
      await lock.assertHeld();
      tags.set(ticketId, [...before, tag]);
      ticketsAtWork -= 1;
    });
  };
  const names = ['Cold', 'Warm', 'Hot', 'Do Not Contact'];
  await Promise.all(names.flatMap((name, index) => [add(index % 2, 1, name), add((index + 1) % 2, 2, name)]));
  expect([...(tags.get(1) ?? [])].sort()).toEqual(['By hand', ...names].sort());
  expect([...(tags.get(2) ?? [])].sort()).toEqual([...names].sort());
  expect(mostTicketsAtOnce).toBe(2);
});

it('a worker that lost its lock writes nothing, and the next one does not wait for it', async () => {
  const { keyPrefix, queues } = workers();
  const written: string[] = [];
  const frozen = queues[0]?.(1, async (lock) => {
    await connections[0]?.del(`mutex:${keyPrefix}:ticket:1`);
    await queues[1]?.(1, async (other) => {
      await other.assertHeld();
      written.push('second');
    });
    await lock.assertHeld();
    written.push('first');
  });
  await expect(frozen).rejects.toThrow(PsaUnavailableError);
  expect(written).toEqual(['second']);
});

it('a failed change does not block those after it', async () => {
  const { queues } = workers();
  const failed = queues[0]?.(1, async () => Promise.reject(new Error('The PSA refuses it')));
  const next = queues[1]?.(1, async (lock) => lock.assertHeld());
  await expect(failed).rejects.toThrow('The PSA refuses it');
  await expect(next).resolves.toBeUndefined();
});
