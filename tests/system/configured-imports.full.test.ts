import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestSystem } from '@leadbridge/devkit';

import { configure } from '../support/configure.js';
import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { startSystemHere } from '../support/start-system-here.js';

let system: TestSystem;
let api: Caller;
let number = 0;

beforeAll(async () => {
  system = await startSystemHere({
    workers: 2,
    env: { PSA_RATE_LIMIT: '100000', BULK_LIMIT_PER_HOUR: '1000' },
    simulator: { rateLimit: 0 },
  });
  api = callerOf(system);
});

afterAll(async () => {
  await system.stop();
});

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const newLeads = (count: number) => Array.from({ length: count }, () => flatLead((number += 1)));

/** The tickets of these leads, in the order of the leads. */
const ticketsOf = (leads: readonly { readonly email: string }[]) =>
  leads.flatMap(({ email }) => system.simulator.tickets().filter((ticket) => ticket.user_email === email));

interface Course {
  /** Milliseconds from the request to the end of the job. */
  readonly duration: number;
  /** How many of the leads the PSA had after this many milliseconds. */
  readonly steps: readonly { readonly after: number; readonly tickets: number }[];
}

/** Imports these leads in the background, ten per batch, and watches the PSA until all are done. */
async function watchBulk(
  leads: readonly { readonly email: string }[],
  source: string,
  rateLimit?: number,
): Promise<Course> {
  const startedAt = Date.now();
  const batchOptions = { batch_size: 10, ...(rateLimit === undefined ? {} : { rate_limit: rateLimit }) };
  const headers = { Prefer: 'respond-async' };
  const { body, status } = await api.importBulk(leads, { source, batchOptions, headers });
  expect(status).toBe(202);
  const steps: { after: number; tickets: number }[] = [];
  const finished = api.finished(String(body['job_id']));
  let isOver = false;
  const over = finished.finally(() => {
    isOver = true;
  });
  const watch = async () => {
    do {
      const tickets = ticketsOf(leads).length;
      steps.push({ after: Date.now() - startedAt, tickets });
      await pause(50);
    } while (!isOver);
  };
  const [job] = await Promise.all([over, watch()]);
  expect(job).toMatchObject({ status: 'completed', progress: { successful: leads.length } });
  return { duration: Date.now() - startedAt, steps };
}

/** Steps at which more leads were imported than a batch of ten plus what the rate allows by then. */
const beyond = ({ steps }: Course, leadsPerMinute: number) =>
  steps.filter(({ after, tickets }) => tickets > 10 + (after / 60_000) * leadsPerMinute);

describe('the rate_limit of a provider', () => {
  it('paces its bulk imports and no others, until it is removed', async () => {
    // A batch every fifteen seconds: long enough that the job releases its worker meanwhile, and that others
    // are faster even on a busy machine.
    await configure(system, { providers: { provider_a: { rate_limit: 40 } } });
    const [paced, free] = await Promise.all([
      watchBulk(newLeads(30), 'provider_a'),
      watchBulk(newLeads(30), 'provider_b'),
    ]);

    expect(beyond(paced, 40)).toEqual([]);
    expect(paced.duration).toBeGreaterThanOrEqual(30_000);
    expect(free.duration).toBeLessThan(paced.duration);

    await configure(system, { providers: { provider_a: { rate_limit: 0 } } });
    expect((await watchBulk(newLeads(30), 'provider_a')).duration).toBeLessThan(paced.duration);
  });

  it('is not raised by a higher rate in the request', async () => {
    await configure(system, { providers: { provider_c: { rate_limit: 300 } } });
    const course = await watchBulk(newLeads(30), 'provider_c', 100_000);

    expect(beyond(course, 300)).toEqual([]);
    expect(course.duration).toBeGreaterThanOrEqual(4_000);
  });
});

describe('psa.custom_fields_enabled', () => {
  const custom = { growth_signals: 'New office', funding_status: 'Series A' };

  it('false sends only CF_101 and CF_105, whatever the request asks for', async () => {
    await configure(system, { psa: { custom_fields_enabled: false } });
    const leads = newLeads(4).map((lead) => ({ ...lead, ...custom }));
    const [single, ...rows] = leads.map((lead, index) => ({ ...lead, do_not_contact: index === 3 }));
    const { status, body } = await api.importLead(single ?? {}, { options: { custom_fields: true } });
    const bulk = await api.importBulk(rows);

    expect(status).toBe(201);
    expect(body['actions_taken']).toEqual(['lead_created', 'list_assigned']);
    expect(bulk.body).toMatchObject({ successful: 3 });
    expect(ticketsOf(leads).map(({ customfields }) => customfields)).toEqual(
      [false, false, false, true].map((optedOut) => ({ 101: 'Provider A', 105: optedOut })),
    );
  });

  it('false leaves the custom fields of existing leads unchanged, and updates the contact', async () => {
    await configure(system, { psa: { custom_fields_enabled: true } });
    const [lead] = newLeads(1).map((one) => ({ ...one, ...custom }));
    expect((await api.importLead(lead ?? {})).body['actions_taken']).toContain('custom_fields_populated');
    const before = ticketsOf([lead ?? { email: '' }])[0]?.customfields;
    expect(Object.keys(before ?? {}).length).toBeGreaterThan(2);

    await configure(system, { psa: { custom_fields_enabled: false } });
    const changed = { ...lead, growth_signals: 'Two new offices and a factory', headcount: 9_000 };
    const fieldsAlone = await api.importLead(changed);
    const withPhone = await api.importBulk([{ ...changed, phone: '+12025550199' }]);

    expect(fieldsAlone.body).toMatchObject({ result: 'skipped', reason: 'No new data to update' });
    expect(withPhone.body['results']).toMatchObject([{ result: 'updated' }]);
    expect(ticketsOf([lead ?? { email: '' }]).map(({ customfields }) => customfields)).toEqual([before]);

    await configure(system, { psa: { custom_fields_enabled: true } });
    expect((await api.importLead(changed)).body).toMatchObject({
      result: 'updated',
      fields_updated: expect.arrayContaining([expect.stringMatching(/^CF_/u)]),
    });
  });
});
