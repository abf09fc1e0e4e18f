import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TestSystem } from '@leadbridge/devkit';
import { connectMongo } from '@leadbridge/store';

import { callerOf, type Caller } from '../support/caller.js';
import { searchEverything } from '../support/search-everything.js';
import { startSystemHere } from '../support/start-system-here.js';

type Json = Readonly<Record<string, unknown>>;

let system: TestSystem;
let api: Caller;
let mongo: Awaited<ReturnType<typeof connectMongo>>;

beforeAll(async () => {
  system = await startSystemHere({
    env: { PSA_RATE_LIMIT: '100000', PSA_MIRROR: 'off' },
    simulator: { rateLimit: 0 },
  });
  api = callerOf(system);
  mongo = await connectMongo(system.mongodbUri);
});

afterAll(async () => {
  await mongo.close();
  await system.stop();
});

const person = { name: 'Wilhelmina Quibble', email: 'mina@quibble.example.com', phone: '+12025550143' };
/** The person in rows of which some could not be read; the last one has nothing but a number. */
const rows: readonly Json[] = [
  { email: `other@x.example; ${person.email}` },
  { email: 'mina at quibble', phone: '+1 202 555 0143' },
  { email: 'nowhere', name: person.name },
  { phone: '(202) 555-0143' },
];
const colleague = { name: 'Robin Sample', phone: person.phone };

const kinds = ['bulk_import', 'opt_out_list', 'lead_import'] as const;
const ends = [
  ['completed', 'VALIDATION_ERROR'],
  ['failed', 'EXTERNAL_API_ERROR'],
  ['cancelled', 'CANCELLED'],
] as const;

/** Ended jobs of every kind with rows as sent, none of which was taken. */
async function plantJobs(): Promise<void> {
  const at = new Date();
  const planted = kinds.flatMap((type) =>
    ends.flatMap(([status, code]) =>
      [...rows, colleague].map((data, index) => {
        const jobId = `job_${type}_${status}${type === 'lead_import' ? index : ''}`;
        const outcome = { status: 'failed', code, error: `Not processed: ${JSON.stringify(data)}` };
        return { type, status, jobId, index, data, outcome };
      }),
    ),
  );
  const common = { requestId: 'req_1', actor: { id: 'key_1', role: 'admin' }, result: null, error: null };
  const jobs = planted.map(({ type, status, jobId, data, outcome }) => ({
    ...{ _id: jobId, type, status, ...common, parentJobId: null, cancelRequested: status === 'cancelled' },
    ...{ progress: {}, createdAt: at, startedAt: at, finishedAt: at },
    ...(type === 'lead_import' ? { input: { source: 'csv', data }, row: { outcome } } : {}),
    ...(type === 'bulk_import' ? { input: { source: 'csv' } } : {}),
    ...(type === 'opt_out_list' ? { input: { dry_run: false } } : {}),
  }));
  const byId = new Map(jobs.map((job) => [job._id, job]));
  await mongo.collection('jobs').insertMany([...byId.values()] as never[]);
  await mongo.collection('job_rows').insertMany(
    planted
      .filter(({ type }) => type !== 'lead_import')
      .map(({ jobId, index, data, outcome }) => ({
        ...{ _id: `${jobId}:${index}`, jobId, index, status: 'failed', data, outcome, intent: null },
        ...{ result: outcome.code, createdAt: at },
      })) as never[],
  );
}

it('removes the person from the rows of ended jobs of every kind, and nobody else', async () => {
  await api.importLead({ ...person, company: 'Quibbledyne' });
  await plantJobs();
  const accepted = await api.call('POST', '/erasures', { email: person.email });
  expect(await api.finished(String(accepted.body['job_id']))).toMatchObject({ status: 'completed' });

  const found = await searchEverything(mongo, system.redisUrl, ['quibble', '2025550143', 'nowhere']);
  const ofColleague = kinds.flatMap((type) => ends.map(([status]) => `${type}_${status}`));
  const places = found.map((line) => /^job(?:s|_rows) job_(\w+?)(?::?4)?: /u.exec(line)?.[1] ?? line);
  expect(places.toSorted()).toEqual(ofColleague.toSorted());
});
