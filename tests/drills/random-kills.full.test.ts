import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { currentTestRun, until } from '@leadbridge/devkit';
import { seededRandom } from '@leadbridge/psa-simulator';
import { connectMongo, distinctValues } from '@leadbridge/store';

import { startSuppressionEndpoint, type SuppressionEndpoint } from '../support/suppression-endpoint.js';
import { eachPsa } from '../support/each-psa.js';
import { BulkWaves } from '../support/bulk-waves.js';
import { callerOf } from '../support/caller.js';
import { EventReceiver } from '../support/event-receiver.js';
import { expectNoDeliveryStuck, expectNoOptOutLost } from '../support/nothing-lost.js';
import { startWorkerSystem, type WorkerSystem } from '../support/start-system-here.js';

const { seed, kills } = currentTestRun();
/** A system lives for this many kills, because the PSA is scanned for everything that it imported. */
const maxKillsPerSystem = 25;
/** Concurrent imports while workers are killed, so that one is always hit. */
const wavesUnderWay = 4;

const killsOfKind = Math.ceil(kills / eachPsa.length);
const rounds = eachPsa.flatMap((kind) =>
  Array.from({ length: Math.ceil(killsOfKind / maxKillsPerSystem) }, (_, round) => ({
    kind,
    name: kind.name,
    round,
    kills: Math.min(maxKillsPerSystem, killsOfKind - round * maxKillsPerSystem),
  })),
);

describe.each(rounds)(
  `bulk imports on the $name PSA, with workers killed $kills times at random (seed ${seed}, round $round),`,
  ({ kind, round, kills: killsOfRound }) => {
    let system: WorkerSystem;
    let mongo: Awaited<ReturnType<typeof connectMongo>>;
    let waves: BulkWaves;
    let provider: SuppressionEndpoint;
    let receiver: EventReceiver;

    beforeAll(async () => {
      provider = await startSuppressionEndpoint();
      receiver = new EventReceiver();
      await receiver.start();
      const limits = {
        RATE_LIMIT_PER_HOUR: '1000000',
        BULK_LIMIT_PER_HOUR: '100000',
        SYNC_CONCURRENCY: '1000',
      };
      system = await startWorkerSystem({
        workers: 2,
        env: {
          PSA_RATE_LIMIT: '1000000',
          ...limits,
          SUPPRESSION_RETRY_DELAYS: '0.3,0.3,1',
          PROVIDER_A_SUPPRESSION_URL: provider.origin,
          WEBHOOK_ALLOW_HTTP: 'true',
          WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
        },
        simulator: { rateLimit: 0, kind: kind.name },
      });
      mongo = await connectMongo(system.mongodbUri);
      waves = new BulkWaves(system);
      const events = ['lead.created', 'lead.do_not_contact', 'sync.completed'];
      await callerOf(system).call('POST', '/webhooks', { url: receiver.url('/'), events });
    });

    afterAll(async () => {
      await mongo.close();
      await system.stop();
      await provider.stop();
      await receiver.stop();
    });

    const unfinished = async (): Promise<number> =>
      await mongo.collection('jobs').countDocuments({ status: { $in: ['queued', 'active'] } });

    /**
     * A lead whose individual attempts ended this often is set aside at the next one, whether it was the
     * reason or not; another drill tests that.
     */
    const lastTrial = 4;
    const someLeadIsAtItsLastTrial = async (): Promise<boolean> => {
      const jobs = await mongo
        .collection<{ trials?: Readonly<Record<string, number>> }>('jobs')
        .find({ status: 'active' }, { projection: { trials: 1 } })
        .toArray();
      return jobs.some(({ trials = {} }) => Object.values(trials).some((count) => count >= lastTrial));
    };

    it('end with one outcome for each row, one of everything, every opt-out applied and every event delivered', async () => {
      const random = seededRandom(seed + round);
      for (let kill = 0; kill < killsOfRound; kill += 1) {
        for (let missing = wavesUnderWay - (await unfinished()); missing > 0; missing -= 1) {
          await waves.send();
        }
        const { requests } = system.simulator;
        const momentOfKill = requests.total + 1 + Math.floor(random() * 25);
        // The imports may finish before.
        await until(async () => requests.total >= momentOfKill || (await unfinished()) === 0);
        const optedOut = waves.optOutSomebody(random());
        await sleep(random() * 30);
        await until(async () => !(await someLeadIsAtItsLastTrial()));
        const worker = system.workers[Math.floor(random() * system.workers.length)];
        await worker?.kill('SIGKILL');
        await worker?.restart();
        await optedOut;
      }

      await waves.expectOutcomes();
      await expectNoOptOutLost(waves.optedOut, { system, mongo, provider });
      waves.expectOneOfEverything();
      await expect(mongo.collection('creations').countDocuments()).resolves.toBe(0);
      const leads = await mongo.collection('leads').countDocuments();
      expect(leads).toBe(system.simulator.tickets().length);
      const told = await distinctValues({ collection: mongo.collection('events') }, 'data.lead_id', {
        type: 'lead.created',
      });
      const created = await mongo.collection('events').countDocuments({ type: 'lead.created' });
      expect(created).toBe(told.length);
      expect(created).toBe(waves.imported);
      await expectNoDeliveryStuck(mongo, receiver);
    });
  },
);
