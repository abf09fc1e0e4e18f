import { testServers } from '@leadbridge/devkit';
import { silentLogger, systemClock } from '@leadbridge/platform';
import type { PsaCaller, PsaCallers } from '@leadbridge/usecases';
import { Redis } from 'ioredis';

import { PsaBudget } from '../budget.js';
import type { PsaBudgetSettings } from '../budget-settings.js';

/** Budgets on the run's Redis, each with its own connection, as in separate processes. */
export interface TestBudgets {
  readonly redis: Redis;
  /** A further connection, for a process that will lose it; it reconnects unless `once`. */
  connect(options?: { readonly once: boolean }): Redis;
  /** A prefix for keys that no other test uses. */
  newPrefix(): string;
  open(settings: Partial<PsaBudgetSettings> & { keyPrefix: string }): PsaBudget;
  close(): Promise<void>;
}

/** The callers that MongoDB would store, in memory. */
export function memoryCallers(): PsaCallers {
  const callers = new Map<string, PsaCaller>();
  return {
    announce: async (caller) => {
      callers.set(caller.caller, caller);
    },
    activeSince: async (since) => [...callers.values()].filter(({ until: last }) => last > since),
  };
}

export function testBudgets(): TestBudgets {
  const servers = testServers();
  const connections: Redis[] = [];
  const budgets: PsaBudget[] = [];
  const callersByPrefix = new Map<string, PsaCallers>();
  let prefixes = 0;
  const callersOf = (keyPrefix: string): PsaCallers => {
    const callers = callersByPrefix.get(keyPrefix) ?? memoryCallers();
    callersByPrefix.set(keyPrefix, callers);
    return callers;
  };
  const connect = ({ once } = { once: false }): Redis => {
    const connection = new Redis(servers.redisUrl, {
      retryStrategy: (attempt) => (once ? null : attempt * 50),
      maxRetriesPerRequest: once ? 0 : 20,
    });
    connections.push(connection);
    return connection;
  };
  return {
    redis: connect(),
    connect,
    newPrefix() {
      prefixes += 1;
      return `${servers.redisKeyPrefix}:${prefixes}`;
    },
    open(settings) {
      const budget = new PsaBudget({
        redis: connect(),
        rateLimit: 10,
        rateWindowSeconds: 1,
        callMilliseconds: 1000,
        callers: callersOf(settings.keyPrefix),
        clock: systemClock,
        logger: silentLogger,
        ...settings,
      });
      budgets.push(budget);
      return budget;
    },
    async close() {
      for (const budget of budgets) {
        budget.close();
      }
      await Promise.all(connections.map(async (connection) => connection.quit().catch(() => undefined)));
    },
  };
}

/** A deadline for `acquire`, milliseconds from now. */
export function within(milliseconds: number): number {
  return performance.now() + milliseconds;
}

/** The largest number of times within any window of the given length. */
export function mostInAnyWindow(moments: readonly number[], windowMilliseconds: number): number {
  const sorted = [...moments].sort((left, right) => left - right);
  let most = 0;
  let first = 0;
  for (const [index, moment] of sorted.entries()) {
    while ((sorted[first] ?? moment) <= moment - windowMilliseconds) {
      first += 1;
    }
    most = Math.max(most, index - first + 1);
  }
  return most;
}
