import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '@leadbridge/devkit';
import { connectMongo } from '@leadbridge/store';

import { callerOf, type Caller } from '../support/caller.js';
import { startWorkerSystem, type WorkerSystem } from '../support/start-system-here.js';

const rows = 6_000;
/** Of a hundred rows, three cannot be read, and one repeats the row before it. */
const failed = (rows * 3) / 100;
const repeated = rows / 100;
const kills = 3;

let system: WorkerSystem;
let api: Caller;
let mongo: Awaited<ReturnType<typeof connectMongo>>;

beforeAll(async () => {
  system = await startWorkerSystem({
    env: { PSA_RATE_LIMIT: '100000', RATE_LIMIT_PER_HOUR: '100000' },
    simulator: { rateLimit: 0 },
  });
  api = callerOf(system);
  mongo = await connectMongo(system.mongodbUri);
});

afterAll(async () => {
  await mongo.close();
  await system.stop();
});

function listOf(name: string): readonly object[] {
  return Array.from({ length: rows }, (_, index) =>
    index % 100 < 3
      ? { email: 'not an address' }
      : { email: `ada.${index % 100 === 50 ? index - 1 : index}@${name}.example` },
  );
}

it.each([true, false])('a list whose workers are killed is taken once (dry run: %s)', async (isDryRun) => {
  const body = { suppressions: listOf(isDryRun ? 'dry' : 'real'), dry_run: isDryRun };
  const sent = await api.call('POST', '/suppressions/bulk', body, { Prefer: 'respond-async' });
  const jobId = String(sent.body['job_id']);
  const processed = async (): Promise<number> => {
    const { body: job } = await api.call('GET', `/jobs/${jobId}`);
    return (job['progress'] as { processed: number }).processed;
  };
  for (let kill = 0; kill < kills; kill += 1) {
    const before = await processed();
    await until(async () => (await processed()) > before);
    await system.workers[0]?.kill('SIGKILL');
    await system.workers[0]?.restart();
  }
  const job = await api.finished(jobId);
  expect(job).toMatchObject({
    status: 'completed',
    progress: { total: rows, processed: rows, failed },
    result: {
      ...{ total: rows, added: rows - failed - repeated, known: repeated, failed },
      dry_run: isDryRun,
    },
  });
  const entries = await mongo
    .collection<{ _id: string }>('suppressions')
    .find({ 'person.email': /@real\.example$/u })
    .toArray();
  const ids = entries.map(({ _id }) => _id);
  const told = await mongo.collection('events').countDocuments({ 'data.suppression_id': { $in: ids } });
  const expected = isDryRun ? 0 : rows - failed - repeated;
  expect([ids.length, told]).toEqual([expected, expected]);
});
