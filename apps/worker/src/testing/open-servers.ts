import { currentTestRun, testServers } from '@leadbridge/devkit';
import { createPsaClient } from '@leadbridge/integrations';
import { silentLogger, systemClock } from '@leadbridge/platform';
import { createPsaSimulator, type PsaSimulator } from '@leadbridge/psa-simulator';
import { connectMongo } from '@leadbridge/store';
import type { PsaPort } from '@leadbridge/usecases';
import { Redis } from 'ioredis';

/** A real MongoDB, a real Redis and a simulated PSA, with a client of it whose budget is no hindrance. */
export interface Servers {
  readonly mongo: Awaited<ReturnType<typeof connectMongo>>;
  readonly simulator: PsaSimulator;
  readonly psa: PsaPort;
  close(): Promise<void>;
}

export async function openServers(): Promise<Servers> {
  const { mongodbUri, redisUrl, redisKeyPrefix } = testServers();
  const mongo = await connectMongo(mongodbUri);
  const redis = new Redis(redisUrl);
  const simulator = createPsaSimulator({ rateLimit: 0, randomSeed: currentTestRun().seed });
  await simulator.start();
  const psa = createPsaClient({
    url: simulator.url,
    clientId: simulator.clientId,
    clientSecret: simulator.clientSecret,
    scope: 'all',
    timeoutSeconds: 30,
    settleSeconds: 0.25,
    redis,
    keyPrefix: redisKeyPrefix,
    rateLimit: 100_000,
    rateWindowSeconds: 60,
    clock: systemClock,
    logger: silentLogger,
  });
  return {
    mongo,
    simulator,
    psa,
    async close() {
      psa.close();
      await simulator.stop();
      await redis.quit();
      await mongo.close();
    },
  };
}
