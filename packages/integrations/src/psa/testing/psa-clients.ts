import { testServers } from '@leadbridge/devkit';
import { silentLogger, systemClock } from '@leadbridge/platform';
import type { PsaCallContext, PsaSession } from '@leadbridge/usecases';
import { Redis } from 'ioredis';

import type { PsaBudgetStatus } from '../budget-status.js';
import { createPsaBudgetReader } from '../create-budget-reader.js';
import { type PsaClientHandle, createPsaClient } from '../create-psa-client.js';
import type { PsaCallRecord, PsaClientSettings } from '../psa-settings.js';
import { memoryCallers } from './budgets.js';
import { type ScriptedPsa, startScriptedPsa } from './scripted-psa.js';

export interface BenchClient extends PsaClientHandle {
  /** The client's budget, as another process reads it. */
  budgetStatus(): Promise<PsaBudgetStatus>;
}

/** A client of a scripted PSA, on the run's Redis. */
export interface ClientBench {
  readonly psa: ScriptedPsa;
  /** What the hooks of all clients received. */
  readonly calls: PsaCallRecord[];
  client(settings?: Partial<PsaClientSettings>): BenchClient;
  /** A session of a new client. */
  session(settings?: Partial<PsaClientSettings>, context?: Partial<PsaCallContext>): PsaSession;
  reset(): void;
  close(): Promise<void>;
}

export async function openClientBench(): Promise<ClientBench> {
  const servers = testServers();
  const redis = new Redis(servers.redisUrl);
  const psa = await startScriptedPsa();
  const clients: PsaClientHandle[] = [];
  const calls: PsaCallRecord[] = [];
  const client = (changes: Partial<PsaClientSettings> = {}): BenchClient => {
    const settings: PsaClientSettings = {
      url: psa.url,
      clientId: 'client-id',
      clientSecret: 'client-secret',
      scope: 'all',
      timeoutSeconds: 2,
      settleSeconds: 0.25,
      redis,
      callers: memoryCallers(),
      keyPrefix: `${servers.redisKeyPrefix}:${clients.length}`,
      rateLimit: 10_000,
      rateWindowSeconds: 60,
      clock: systemClock,
      logger: silentLogger,
      onCall: (call) => calls.push(call),
      ...changes,
    };
    const made = createPsaClient(settings);
    clients.push(made);
    return { ...made, budgetStatus: async () => budgetStatus(settings) };
  };
  return {
    psa,
    calls,
    client,
    session: (settings, context) => client(settings).session({ priority: 'single', ...context }),
    reset() {
      psa.forget();
      calls.length = 0;
    },
    async close() {
      for (const made of clients) {
        made.close();
      }
      await psa.close();
      await redis.quit();
    },
  };
}

async function budgetStatus(settings: PsaClientSettings): Promise<PsaBudgetStatus> {
  const reader = createPsaBudgetReader(settings);
  try {
    return await reader.status();
  } finally {
    reader.close();
  }
}
