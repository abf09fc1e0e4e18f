import { startTestRedisCluster, startTestRedisSentinels } from '@leadbridge/devkit';

import { drill, exactly, type DrillFigure } from '../support/drill.js';
import {
  accountsOf,
  requestsOfWork,
  rowsWithDuplicates,
  secondsUntil,
  sendBulk,
  withWorkers,
} from '../support/drill-service.js';
import type { WorkerSystem } from '../support/start-system-here.js';

const [limit, windowSeconds] = [80, 5];
const downAfterMs = 2_000;

interface FailingRedis {
  readonly url: string;
  /** Ends the master that holds our keys, so that what its replica did not get is lost; resolves when another has taken over. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

async function behindSentinels(): Promise<FailingRedis> {
  const redis = await startTestRedisSentinels({ replicas: 2, sentinels: 3, downAfterMs });
  return {
    url: redis.url,
    stop: async () => redis.stop(),
    failOver: async () => {
      const master = await redis.master();
      // What is written from here on reaches no replica: those stand still until the master is gone.
      const replicas = redis.servers.filter((server) => server !== master);
      replicas.forEach(({ process }) => {
        process.signal('SIGSTOP');
      });
      await new Promise((resolve) => setTimeout(resolve, 700));
      master?.process.signal('SIGKILL');
      replicas.forEach(({ process }) => {
        process.signal('SIGCONT');
      });
      await secondsUntil('another master', 120, async () => {
        const now = await redis.master();
        return now !== null && now !== master;
      });
    },
  };
}

async function inCluster(): Promise<FailingRedis> {
  const redis = await startTestRedisCluster({ masters: 3, replicas: 1, downAfterMs });
  return {
    url: redis.url,
    stop: async () => redis.stop(),
    failOver: async () => {
      const master = await redis.masterOf('{leadbridge}');
      master.process.signal('SIGKILL');
      await secondsUntil(
        'another master of our slot',
        120,
        async () => (await redis.masterOf('{leadbridge}').catch(() => master)) !== master,
      );
    },
  };
}

async function importDuringFailover(redis: FailingRedis, seed: number): Promise<readonly DrillFigure[]> {
  const options = {
    workers: 2,
    env: {
      REDIS_URL: redis.url,
      PSA_RATE_LIMIT: String(limit),
      PSA_RATE_WINDOW_SECONDS: String(windowSeconds),
    },
    simulator: { rateLimit: limit, rateWindowSeconds: windowSeconds },
  };
  return await withWorkers(options, async (system: WorkerSystem) => {
    const bulks = await Promise.all(
      [0, 1, 2].map(async (part) =>
        sendBulk(system, rowsWithDuplicates(10_000 * (part + 1), 60, seed + part), { batch_size: 5 }),
      ),
    );
    const { requests } = system.simulator;
    await secondsUntil('the imports to begin', 120, () => requests.total > limit / 2);
    await redis.failOver();
    const before = requestsOfWork(system);
    const resumedAfter = await secondsUntil(
      'the imports to go on',
      120,
      () => requestsOfWork(system) > before,
    );
    return [
      { name: 'resumed after the election', value: resumedAfter, unit: 's', atMost: 15 },
      ...(await accountsOf(system, bulks)),
      exactly('requests over the limit', system.simulator.rateViolations, 0),
    ];
  });
}

drill({
  promise:
    'When the Redis master fails and what no replica had is lost, accepted work is done once, and the PSA gets no request over its limit.',
  async run({ seed }) {
    const figures: DrillFigure[] = [];
    for (const [kind, start] of [
      ['Sentinel', behindSentinels],
      ['Cluster', inCluster],
    ] as const) {
      const redis = await start();
      try {
        const measured = await importDuringFailover(redis, seed);
        figures.push(...measured.map((figure) => ({ ...figure, name: `${kind}: ${figure.name}` })));
      } finally {
        await redis.stop();
      }
    }
    return figures;
  },
});
