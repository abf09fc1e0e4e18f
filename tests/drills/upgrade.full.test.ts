import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { restoreRelease, until, type StoredRelease, type TestSystem } from '@leadbridge/devkit';
import { createConnection, type Connection } from 'mongoose';

import { callerOf } from '../support/caller.js';
import { startSystemHere } from '../support/start-system-here.js';

describe('what release 1.0.0 has left in the middle of its work', () => {
  let release: StoredRelease;
  let system: TestSystem;
  let mongo: Connection;

  beforeAll(async () => {
    release = await restoreRelease('1.0.0');
    system = await startSystemHere({
      workers: 2,
      env: {
        MONGODB_URI: release.mongodbUri,
        ENCRYPTION_KEY: release.encryptionKey,
        PSA_RATE_LIMIT: '20000',
      },
      // The cost of interrupted rows is not tested here.
      simulator: { stateFile: release.psaStateFile, rateLimit: 20_000 },
    });
    mongo = await createConnection(release.mongodbUri).asPromise();
  });

  afterAll(async () => {
    await mongo.close();
    await system.stop();
    await release.remove();
  });

  const count = (collection: string, filter: object): Promise<number> =>
    mongo.collection(collection).countDocuments(filter);

  it('is completed: every job, every row, once', async () => {
    expect(release.counts.get('job_rows')).toBe(888);
    await until(async () => (await count('jobs', { status: { $in: ['queued', 'active'] } })) === 0);
    expect(await count('job_rows', { outcome: null })).toBe(0);
    const bulks = await mongo.collection('jobs').find({ type: 'bulk_import' }).toArray();
    const ends = bulks.map(({ status, progress }) => ({
      status,
      rows: Number(progress.total),
      failed: progress.failed,
    }));
    // Of the two bulk imports of 400 rows, 1.0.0 has finished one: what failed there (rows that repeat
    // another person's email) fails in both.
    expect(ends.sort((a, b) => a.rows - b.rows)).toEqual(
      [
        [20, 0],
        [30, 0],
        [30, 0],
        [400, 40],
        [400, 40],
      ].map(([rows, failed]) => ({ status: 'completed', rows, failed })),
    );
  });

  it('has one ticket and one record for each person', async () => {
    const emails = system.simulator.tickets().map(({ user_email: email }) => email);
    expect(new Set(emails).size).toBe(emails.length);
    expect(await count('leads', {})).toBe(emails.length);
  });

  it('is readable: leads, the deal, people with their passwords, webhooks with their secrets', async () => {
    const caller = callerOf(system);
    expect((await caller.call('GET', '/leads/2')).body).toMatchObject({
      lead_id: 2,
      contact: { email: 'person2@company2.example.com' },
    });
    expect((await caller.call('GET', '/opportunities/1')).body).toMatchObject({
      status: 'progressing',
      opportunity_data: { value: 2_000 },
    });
    const { body } = await caller.call('GET', '/webhooks');
    expect(body).toMatchObject({ webhooks: [{ url: 'https://hooks.example.com/lb' }] });
    const signedIn = await fetch(`${system.baseUrl}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@example.com', password: 'a long password of nobody 1' }),
    });
    expect(signedIn.status).toBe(200);
  });

  it('still blocks people who have opted out', async () => {
    const { body } = await callerOf(system).importLead({
      first_name: 'Person3',
      last_name: 'Example',
      email: 'person3@company3.example.com',
      company: 'Company 3 Ltd',
    });
    expect(body).toMatchObject({ result: 'preserved' });
  });
});
