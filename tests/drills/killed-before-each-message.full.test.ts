import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectMongo } from '@leadbridge/store';

import { callerOf } from '../support/caller.js';
import { flows, type FlowWorld } from '../support/killed-flows.js';
import { holdMessages } from '../support/message-holds.js';
import { sampled } from '../support/sampled.js';
import { startWorkerSystem, type WorkerSystem } from '../support/start-system-here.js';
import { startSuppressionEndpoint, type SuppressionEndpoint } from '../support/suppression-endpoint.js';

/** How many messages of each flow a usual run tries. */
const messagesOfRun = 2;
/** A job that has ended or stands has done so by then. */
const reachesMs = 6_000;

const holds = holdMessages();
let system: WorkerSystem;
let provider: SuppressionEndpoint;
let world: FlowWorld;
let number = 0;

beforeAll(async () => {
  provider = await startSuppressionEndpoint();
  system = await startWorkerSystem({
    env: {
      ...{ PSA_RATE_LIMIT: '100000', PSA_TIMEOUT_SECONDS: '600', WORKER_CONCURRENCY: '100' },
      ...{ RATE_LIMIT_PER_HOUR: '1000000', RATE_LIMIT_BURST: '100000', BULK_LIMIT_PER_HOUR: '100000' },
      ...{ SUPPRESSION_RETRY_DELAYS: '0.3,0.3,1', PROVIDER_A_SUPPRESSION_URL: `${provider.origin}/a` },
    },
    simulator: { rateLimit: 0 },
    workerEnv: holds.workerEnv,
  });
  const mongo = await connectMongo(system.mongodbUri);
  const next = (): number => (number += 1);
  world = { system, provider, mongo, api: callerOf(system), next };
});

afterAll(async () => {
  await world.mongo.close();
  await system.stop();
  await provider.stop();
  holds.remove();
});

const messagesOf = ({ messages }: (typeof flows)[number]): readonly number[] =>
  sampled(
    Array.from({ length: messages }, (_, index) => index + 1),
    messagesOfRun,
  );

/** Sends each flow's request, one after the other, and waits until its job stands before that message. */
async function standing(round: number) {
  const chosen = flows.flatMap((flow) => {
    const message = messagesOf(flow)[round];
    return message === undefined ? [] : [{ flow, message }];
  });
  const prepared = [];
  for (const each of chosen) {
    prepared.push({ ...each, ...(await each.flow.prepare(world)) });
  }
  const sent = [];
  for (const each of prepared) {
    const requestId = holds.requestId(each.message, each.flow.name.replaceAll(' ', '-'));
    const { over } = await each.send({ 'x-request-id': requestId });
    let isOver = false;
    void over.finally(() => (isOver = true)).catch(() => undefined);
    for (const end = Date.now() + reachesMs; Date.now() < end && !isOver && !holds.isHeld(requestId);) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    sent.push({ ...each, over, isHeld: holds.isHeld(requestId) });
  }
  return sent;
}

describe('a worker that is killed before any message of its jobs', () => {
  const rounds = Math.max(...flows.map((flow) => messagesOf(flow).length));

  it.each(Array.from({ length: rounds }, (_, round) => round))(
    'leaves each job to another, which does everything once (round %i)',
    async (round) => {
      const sent = await standing(round);
      // On a busy machine, or if its work depends on the time, a job may send fewer.
      expect(sent.filter(({ isHeld }) => isHeld).length).toBeGreaterThan(sent.length / 2);
      await system.workers[0]?.kill('SIGKILL');
      holds.release();
      await system.workers[0]?.restart();
      const found = await Promise.all(
        sent.map(async ({ flow: { name }, message, over, outcome }) => ({
          ...{ name, message },
          outcome: await outcome(await over),
        })),
      );
      expect(found).toEqual(
        sent.map(({ flow: { name }, message, expected }) => ({ name, message, outcome: expected })),
      );
    },
  );
});
