import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
    env: {
      PSA_RATE_LIMIT: '100000',
      // The mirror would read the person again from the PSA.
      PSA_MIRROR: 'off',
      RATE_LIMIT_PER_HOUR: '100000',
      BULK_LIMIT_PER_HOUR: '1000',
    },
    simulator: { rateLimit: 0 },
  });
  api = callerOf(system);
  mongo = await connectMongo(system.mongodbUri);
});

afterAll(async () => {
  await mongo.close();
  await system.stop();
});

let number = 0;

/** A person, and the same as a source with HTML escapes sends them. */
function somebody() {
  number += 1;
  const name = `Zw${'abcdefghijklmnopqrstuvwxyz'[number] ?? ''}ntje`;
  const person = {
    ...{ first_name: name, last_name: 'Ålesund', email: `${name}@fjord.example.com`.toLowerCase() },
    company: `${name} Fjordworks`,
  };
  const { email: _email, ...unaddressed } = person;
  const escaped = [...name].map((letter) => `&#${letter.charCodeAt(0)};`).join('');
  return { person, escaped: { ...unaddressed, first_name: escaped, last_name: '&amp;#197;lesund' }, name };
}

type Somebody = ReturnType<typeof somebody>;

/** Work that an import of the person has left behind, and which brings them back; returns its job. */
interface Later {
  readonly prepare: (somebody: Somebody) => Promise<string>;
  readonly path: string;
}

const later: Readonly<Record<string, Later>> = {
  'the commit of a dry run': {
    path: 'commit',
    prepare: async ({ person }) => {
      const { headers } = await api.importLead(person, { source: 'csv', options: { dry_run: true } });
      return headers.get('x-job-id') ?? '';
    },
  },
  'the commit of a dry run of many': {
    path: 'commit',
    prepare: async ({ person, escaped }) => {
      const { headers } = await api.importBulk([person, escaped], {
        ...{ source: 'csv', batchOptions: { dry_run: true } },
      });
      return headers.get('x-job-id') ?? '';
    },
  },
  'the retry of failed rows': {
    path: 'retry',
    prepare: async ({ person, escaped }) => {
      const { headers } = await api.importBulk([{ email: 'nobody@@nowhere' }, person, escaped], {
        ...{ source: 'csv', batchOptions: { continue_on_error: false, batch_size: 1 } },
      });
      return headers.get('x-job-id') ?? '';
    },
  },
};

const pauses = [0, 5, 15, 40];

describe('data that was accepted before its person was erased', () => {
  it.each(Object.keys(later).flatMap((work) => pauses.map((pauseMs) => [work, pauseMs] as const)))(
    'stays out: %s, sent %d ms after the request for the erasure',
    async (work, pauseMs) => {
      const { prepare, path } = later[work] ?? { path: '' };
      const who = somebody();
      const parentId = (await prepare?.(who)) ?? '';
      expect((await api.finished(parentId))['job_id']).toBe(parentId);
      await api.importLead(who.person, { source: 'manual' });
      const before = ticketsOf(who);
      const erasure = await api.call('POST', '/erasures', { email: who.person.email });
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      const response = await api.call('POST', `/jobs/${parentId}/${path}`, {}, { prefer: 'respond-async' });

      expect(await api.finished(String(erasure.body['job_id']))).toMatchObject({ status: 'completed' });
      if (response.status === 202) {
        await api.finished(String(response.body['job_id']));
      }
      expect(ticketsOf(who)).toEqual(before);
      const { body: leads } = await api.call('GET', `/leads?email=${who.person.email}`);
      expect((leads['data'] ?? leads['leads']) as Json).toEqual([]);
      expect(await searchEverything(mongo, system.redisUrl, [who.person.email, who.name])).toEqual([]);
    },
  );
});

describe('an import of an erased person who had opted out', () => {
  it('keeps nothing of what was sent', async () => {
    const who = somebody();
    const { body: lead } = await api.importLead(who.person, { source: 'manual' });
    await api.call('POST', '/suppressions', { lead_id: lead['lead_id'] });
    const { body: erasure } = await api.call('POST', '/erasures', { email: who.person.email });
    expect(await api.finished(String(erasure['job_id']))).toMatchObject({ status: 'completed' });

    const blocked = { result: 'preserved', reason: 'Do Not Contact', lead_id: null };
    // What cannot be read is quoted in a warning.
    const row = { ...who.person, employees: `${who.name} knows` };
    expect((await api.importLead(row)).body).toMatchObject(blocked);
    const { body: planned } = await api.importLead(who.person, { options: { dry_run: true } });
    expect(planned).toMatchObject({ ...blocked, dry_run: true });
    for (const dryRun of [false, true]) {
      const { headers } = await api.importBulk([row], {
        ...{ source: 'csv', batchOptions: { dry_run: dryRun } },
      });
      const jobId = headers.get('x-job-id') ?? '';
      expect(await api.finished(jobId)).toMatchObject({ status: 'completed' });
      const { body } = await api.call('GET', `/jobs/${jobId}/results`);
      expect(body['data'] ?? body['results']).toMatchObject([blocked]);
      if (dryRun) {
        const refused = { status: 400, body: { error: { details: { reason: 'JOB_NO_DRY_RUN' } } } };
        expect(await api.call('POST', `/jobs/${jobId}/commit`, {})).toMatchObject(refused);
      }
    }
    const rejected = [row, who.person, { ...who.person, email: 'no address' }];
    const { headers } = await api.importBulk(rejected, { source: 'csv' });
    const jobId = headers.get('x-job-id') ?? '';
    expect(await api.finished(jobId)).toMatchObject({ status: 'completed' });
    const { body } = await api.call('GET', `/jobs/${jobId}/results`);
    const forgotten = { success: false, code: 'ERASED' };
    expect(body['data'] ?? body['results']).toMatchObject([blocked, forgotten, forgotten]);
    expect(await searchEverything(mongo, system.redisUrl, [who.person.email, who.name])).toEqual([]);
  });
});

function ticketsOf({ person, name }: Somebody): readonly number[] {
  return system.simulator
    .tickets()
    .filter(({ user_email: email, summary }) => email === person.email || String(summary).includes(name))
    .map(({ id }) => id);
}
