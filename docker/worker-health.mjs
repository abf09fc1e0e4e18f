import { networkInterfaces } from 'node:os';

import { Redis } from 'ioredis';

/** The health check of a worker, which listens on no port: Redis must know a consumer of its queues from this container. */
const ownAddresses = Object.values(networkInterfaces()).flatMap((addresses = []) =>
  addresses.map(({ address }) => address),
);

const redis = new Redis(process.env.REDIS_URL, {
  maxRetriesPerRequest: 0,
  connectTimeout: 2_000,
  retryStrategy: null,
});
redis.on('error', () => {});
try {
  const clients = String(await redis.client('LIST')).split('\n');
  const consumers = clients.filter((client) => {
    const address = / addr=(\S*):\d+ /.exec(client)?.[1]?.replace(/[[\]]/g, '');
    return / name=[^: ]+:[A-Za-z0-9+/=]+ /.test(client) && ownAddresses.includes(address);
  });
  process.exitCode = consumers.length > 0 ? 0 : 1;
} catch {
  process.exitCode = 1;
} finally {
  redis.disconnect();
}
