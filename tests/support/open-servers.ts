import { currentTestRun, lendDatabase, testServers } from '@leadbridge/devkit';
import {
  connectPsa,
  psaDialectDefaults,
  type ConnectedPsa,
  type PsaDialectConfig,
} from '@leadbridge/integrations';
import { silentLogger, systemClock } from '@leadbridge/platform';
import { createPsaSimulator, type PsaSimulator } from '@leadbridge/psa-simulator';
import { connectMongo, createPsaCallers, createPsaProofs } from '@leadbridge/store';
import { defaultSettings, possibleListNames, staticListNames } from '@leadbridge/usecases';
import { Redis } from 'ioredis';

/** A real MongoDB, a real Redis and a simulated PSA, with a client of it whose budget is large enough. */
export interface Servers {
  readonly mongo: Awaited<ReturnType<typeof connectMongo>>;
  readonly simulator: PsaSimulator;
  readonly psa: ConnectedPsa;
  close(): Promise<void>;
}

/**
 * @param dialect the differences from the settings of the specification's PSA
 * @param client settings; one with a `rateLimit` needs its own servers, because the budget is shared through
 * Redis
 */
export async function openServers(
  dialect: Partial<PsaDialectConfig> = {},
  { scope = 'all', rateLimit = 100_000, rateWindowSeconds = 60 } = {},
): Promise<Servers> {
  const config = { ...psaDialectDefaults, ...dialect };
  const { redisUrl, redisKeyPrefix } = testServers();
  const database = await lendDatabase();
  const mongo = await connectMongo(database.mongodbUri);
  const redis = new Redis(redisUrl);
  const simulator = createPsaSimulator({
    rateLimit: 0,
    randomSeed: currentTestRun().seed,
    psaDialect: config.psaDialect,
  });
  await simulator.start();
  const psa = connectPsa(
    {
      url: simulator.url,
      clientId: simulator.clientId,
      clientSecret: simulator.clientSecret,
      scope,
      timeoutSeconds: 30,
      settleSeconds: 0.25,
      redis,
      callers: createPsaCallers(mongo),
      keyPrefix: redisKeyPrefix,
      rateLimit,
      rateWindowSeconds,
      clock: systemClock,
      logger: silentLogger,
    },
    config,
    {
      listNames: () => staticListNames(defaultSettings('US')),
      possibleListNames: () => possibleListNames(defaultSettings('US')),
      doNotContactList: () => defaultSettings('US').listNames.doNotContact,
      sourceLabels: () => defaultSettings('US').sources.map(({ label }) => label),
      statusIds: () => ({}),
      proofs: createPsaProofs(mongo),
    },
  );
  return {
    mongo,
    simulator,
    psa,
    async close() {
      psa.close();
      await simulator.stop();
      await redis.quit();
      await mongo.close();
      await database.giveBack();
    },
  };
}
