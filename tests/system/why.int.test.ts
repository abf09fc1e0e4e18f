import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestSystem } from '@leadbridge/devkit';

import { eachPsa, usePsa } from '../support/each-psa.js';
import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { EventReceiver } from '../support/event-receiver.js';
import { completeQualification } from '../support/lead-life.js';
import { startSystemHere } from '../support/start-system-here.js';

let system: TestSystem;
let api: Caller;
const receiver = new EventReceiver();

beforeAll(async () => {
  await receiver.start();
  system = await startSystemHere({
    env: {
      PSA_RATE_LIMIT: '100000',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
    },
    simulator: { rateLimit: 0 },
  });
  api = callerOf(system);
  await api.call('POST', '/webhooks', { url: receiver.url('/why'), events: ['*'] });
});

afterAll(async () => {
  await system.stop();
  await receiver.stop();
});

interface Field {
  readonly value: unknown;
  readonly source: string | null;
  readonly job_id: string | null;
  readonly not_taken: readonly { readonly source: string; readonly value: unknown; readonly rule: string }[];
}

interface Entry {
  readonly entry_id: string;
  readonly at: string;
  readonly kind: string;
  readonly by: string | null;
  readonly job_id: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

let people = 0;

async function imported(
  data: Readonly<Record<string, unknown>>,
  source: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { status, body } = await api.importLead(data, { source });
  expect(status).toBeLessThan(300);
  const { body: found } = await api.call('GET', `/jobs?lead_id=${String(body['lead_id'])}&limit=1`);
  const [job] = found['jobs'] as readonly { readonly job_id: string }[];
  return { ...body, job_id: job?.job_id };
}

async function fieldsOf(leadId: unknown) {
  const { body } = await api.call('GET', `/leads/${String(leadId)}`);
  return body['fields'] as Readonly<Record<string, Field>>;
}

async function timelineOf(leadId: unknown, query = '') {
  const { body } = await api.call('GET', `/leads/${String(leadId)}/timeline?${query}`);
  const { next_cursor: next, total } = body['pagination'] as { next_cursor: string | null; total: number };
  return { entries: body['timeline'] as readonly Entry[], next, total };
}

describe.each(eachPsa)('a lead of the $name PSA', (kind) => {
  usePsa(kind, () => system.simulator);
  beforeAll(() => {
    people += 100;
  });

  it('shows for each field who set it, and which values were rejected by which rule', async () => {
    const lead = flatLead(people, { growth_signals: 'Series B 25M USD' });
    const first = await imported(lead, 'provider_a');
    const { services_offered: _services, ...other } = lead;
    const second = await imported({ ...other, headcount: 600, growth_signals: 'Series B' }, 'provider_b');
    expect(second).toMatchObject({ result: 'updated', lead_id: first['lead_id'] });
    const fields = await fieldsOf(first['lead_id']);
    expect(fields['CF_108']).toMatchObject({
      value: '201-1000',
      source: 'provider_b',
      job_id: second['job_id'],
      not_taken: [],
    });
    expect(fields['CF_101']).toMatchObject({
      source: 'provider_a',
      job_id: first['job_id'],
      not_taken: [{ source: 'provider_b', rule: 'protected' }],
    });
    expect(fields['CF_103']).toMatchObject({
      value: 'Series B 25M USD',
      job_id: first['job_id'],
      not_taken: [{ source: 'provider_b', value: 'Series B', rule: 'already_contained' }],
    });
    expect(fields['email']).toMatchObject({ value: lead.email, not_taken: [] });

    // Company information of provider B has priority over that of provider A.
    await imported({ ...lead, services_offered: 'Cloud' }, 'provider_a');
    const again = await fieldsOf(first['lead_id']);
    expect(again['CF_102']).toMatchObject({
      value: 'Software, Cloud',
      job_id: first['job_id'],
      not_taken: [
        { source: 'provider_a', value: 'Cloud', rule: 'precedence' },
        { source: 'provider_b', value: 'Software', rule: 'not_longer' },
      ],
    });
    expect(again['CF_108']).toMatchObject({
      value: '201-1000',
      job_id: second['job_id'],
      not_taken: [{ source: 'provider_a', value: '51-200', rule: 'precedence' }],
    });

    await api.call('PUT', `/leads/${String(first['lead_id'])}/status`, { status: 'researching' });
    await api.call('PUT', `/leads/${String(first['lead_id'])}/status`, { status: 'contacted' });
    const third = await imported({ ...other, headcount: 20 }, 'provider_b');
    expect(third['result']).toBe('preserved');
    expect((await fieldsOf(first['lead_id']))['CF_108']).toMatchObject({
      value: '201-1000',
      not_taken: [{ value: '10-50', rule: 'manual_work' }, { rule: 'precedence' }],
    });
  });

  it('lists everything that happened to it, newest first, page by page', async () => {
    const lead = flatLead(people + 1);
    const leadId = (await api.importLead(lead, { source: 'csv' })).body['lead_id'];
    const update = await imported({ ...lead, headcount: 600 }, 'csv');
    await imported({ ...lead, headcount: 600 }, 'csv');
    for (const status of ['researching', 'contacted', 'engaged']) {
      await api.call('PUT', `/leads/${String(leadId)}/status`, { status, reason: `To ${status}` });
    }
    await api.call('POST', '/calls', {
      lead_id: leadId,
      direction: 'outbound',
      occurred_at: new Date().toISOString(),
      outcome: 'Wants a demonstration',
    });
    await api.call('POST', `/prospects/convert/${String(leadId)}`, {
      qualification_data: completeQualification,
    });
    await api.call('POST', '/suppressions', { lead_id: leadId, reason: 'Asked on the telephone' });

    const { entries, total } = await timelineOf(leadId, 'limit=200');
    expect(entries).toHaveLength(total);
    const times = entries.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    const of = (wanted: string) => entries.filter((entry) => entry.kind === wanted);
    expect(of('import').map(({ details }) => details['result'])).toEqual(['skipped', 'updated', 'created']);
    expect(of('import')[1]).toMatchObject({
      job_id: update['job_id'],
      details: { source: 'csv', changes: { CF_108: { from: '51-200', to: '201-1000' } } },
    });
    const moves = of('status').map(({ details }) => details['to']);
    expect(moves.slice(-4)).toEqual(['engaged', 'contacted', 'researching', 'new_lead']);
    expect(of('conversion')).toMatchObject([
      { details: { record: 'prospect', prospect_id: expect.any(Number) } },
    ]);
    expect(of('call')).toMatchObject([{ details: { outcome: 'Wants a demonstration' } }]);
    expect(of('opt_out')).toMatchObject([{ details: { reason: 'Asked on the telephone' } }]);
    expect(of('event').map(({ details }) => details['event_type'])).toEqual(
      expect.arrayContaining(['lead.created', 'lead.updated', 'prospect.converted']),
    );

    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await timelineOf(leadId, `limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
      paged.push(...page.entries.map(({ entry_id: id }) => id));
      cursor = page.next;
    }
    expect(paged).toEqual(entries.map(({ entry_id: id }) => id));
    const second = await timelineOf(leadId, 'limit=4&page=2');
    expect(second.entries.map(({ entry_id: id }) => id)).toEqual(paged.slice(4, 8));
  });
});

describe('the timeline', () => {
  it("shows the results of events' deliveries", async () => {
    const { body } = await api.importLead(flatLead(people + 50));
    const leadId = body['lead_id'];
    const isTold = () =>
      receiver.at('/why').some(({ body }) => body.includes(`"lead_id":${String(leadId)},`));
    while (!isTold()) {
      await receiver.waitFor('/why', receiver.at('/why').length + 1);
    }
    const ended = async () => {
      const { entries } = await timelineOf(leadId);
      return entries.find((entry) => entry.kind === 'event')?.details['deliveries'];
    };
    expect(await ended()).toMatchObject([{ status: expect.stringMatching(/succeeded|pending/u) }]);
  });

  it('exists for existing leads, and accepts the usual paging', async () => {
    expect((await api.call('GET', '/leads/999999/timeline')).status).toBe(404);
    expect((await api.call('GET', '/leads/1/timeline?limit=0')).status).toBe(400);
    expect((await api.call('GET', '/leads/1/timeline?cursor=x')).status).toBe(400);
  });
});
