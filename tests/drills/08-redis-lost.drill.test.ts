import { Redis } from 'ioredis';

import { drill, exactly } from '../support/drill.js';
import {
  accountsOf,
  limitedOptions,
  rowsWithDuplicates,
  secondsUntil,
  sendBulk,
  withWorkers,
} from '../support/drill-service.js';

const [limit, windowSeconds] = [80, 5];

drill({
  promise:
    'When Redis is killed, or all that it holds is lost and a worker with it, accepted work is done once, and the PSA gets no request over its limit.',
  async run({ seed }) {
    const options = limitedOptions(limit, windowSeconds, seed);
    return await withWorkers(options, async (system) => {
      const { requests } = system.simulator;
      const bulks = await Promise.all(
        [0, 1, 2].map(async (part) =>
          sendBulk(system, rowsWithDuplicates(10_000 * (part + 1), 60, seed + part), { batch_size: 5 }),
        ),
      );
      await secondsUntil('the imports to begin', 120, () => requests.total > limit / 2);
      await system.redis.stop('SIGKILL');
      await system.redis.start();
      const killedAt = requests.total;
      await secondsUntil('the imports to go on', 120, () => requests.total > killedAt + 10);
      // Nobody is left who knows of all calls of the window: neither Redis nor, of its own, this worker.
      const [worker] = system.workers;
      await worker?.kill('SIGKILL');
      const redis = new Redis(system.redisUrl);
      await redis.flushall();
      redis.disconnect();
      await worker?.restart();
      const flushedAt = requests.total;
      const refilled = await secondsUntil('the imports to go on', 120, () => requests.total > flushedAt + 5);
      return [
        { name: 'went on after FLUSHALL', value: refilled, unit: 's', atMost: 60 },
        ...(await accountsOf(system, bulks)),
        exactly('requests over the limit', system.simulator.rateViolations, 0),
      ];
    });
  },
});
