import { testServers } from '@leadbridge/devkit';
import { silentLogger, systemClock } from '@leadbridge/platform';
import type { PsaCallContext, PsaSession } from '@leadbridge/usecases';
import { Redis } from 'ioredis';

import { type PsaClientHandle, createPsaClient } from '../create-psa-client.js';
import type { PsaCallRecord, PsaClientSettings, PsaFailure } from '../psa-settings.js';
import { type ScriptedPsa, startScriptedPsa } from './scripted-psa.js';

/** A client of a scripted PSA, on the run's Redis. */
export interface ClientBench {
  readonly psa: ScriptedPsa;
  /** What the hooks of all clients were told. */
  readonly calls: PsaCallRecord[];
  readonly failures: PsaFailure[];
  client(settings?: Partial<PsaClientSettings>): PsaClientHandle;
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
  const failures: PsaFailure[] = [];
  const client = (settings: Partial<PsaClientSettings> = {}): PsaClientHandle => {
    const made = createPsaClient({
      url: psa.url,
      clientId: 'client-id',
      clientSecret: 'client-secret',
      scope: 'all',
      timeoutSeconds: 2,
      settleSeconds: 0.25,
      redis,
      keyPrefix: `${servers.redisKeyPrefix}:${clients.length}`,
      rateLimit: 10_000,
      rateWindowSeconds: 60,
      clock: systemClock,
      logger: silentLogger,
      onCall: (call) => calls.push(call),
      onError: (failure) => failures.push(failure),
      ...settings,
    });
    clients.push(made);
    return made;
  };
  return {
    psa,
    calls,
    failures,
    client,
    session: (settings, context) => client(settings).session({ priority: 'single', ...context }),
    reset() {
      psa.forget();
      calls.length = 0;
      failures.length = 0;
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
