import { describe, expect, it } from '@jest/globals';
import { NO_QUALIFICATION, STATUSES, type Status } from '@leadbridge/domain';
import type { JobRecord } from '@leadbridge/usecases';

import { eachDialect, useDialect } from '../support/each-psa.js';
import { qualified, type LifecycleHarness } from '../support/lifecycle-harness.js';
import { useLifecycle } from '../support/use-lifecycle.js';

/** The transitions of the specification's table ("States and transitions") that a status request can make. */
const legal: Readonly<Record<'lead' | 'prospect' | 'opportunity', readonly string[]>> = {
  lead: [
    'new_lead researching',
    'researching contacted',
    'researching invalid_data',
    'contacted engaged',
    'contacted no_interest',
    'contacted do_not_contact',
  ],
  prospect: ['new_prospect prospecting', 'prospecting qualified', 'prospecting disqualified'],
  opportunity: [
    'new_opportunity progressing',
    'progressing negotiation',
    'negotiation won',
    'negotiation lost',
  ],
};

type Kind = keyof typeof legal;

function pairsOf(kind: Kind): (readonly [Status, Status])[] {
  return STATUSES[kind].flatMap((from) => STATUSES[kind].map((to) => [from, to] as const));
}

const isLegal = (kind: Kind, from: string, to: string): boolean => legal[kind].includes(`${from} ${to}`);

let harness: LifecycleHarness;
const places = useLifecycle((other) => {
  harness = other;
});

/** Requests a state for a record; returns the job and what existed before. */
async function ask(
  kind: Kind,
  from: Status,
  to: string,
): Promise<{ job: JobRecord; id: number; before: Readonly<Record<string, readonly unknown[]>> }> {
  switch (kind) {
    case 'lead': {
      const { leadId: id } = await harness.seedLead(from);
      const before = await harness.remembered();
      return { id, before, job: await harness.run('lead_status', { lead_id: id, status: to }) };
    }
    case 'prospect': {
      const data = to === 'disqualified' ? NO_QUALIFICATION : qualified;
      const { prospectId: id } = await harness.seedProspect(from, data);
      const before = await harness.remembered();
      return { id, before, job: await harness.run('prospect_status', { prospect_id: id, status: to }) };
    }
    default: {
      const { opportunityId: id } = await harness.seedOpportunity(from);
      harness.simulator.requests.clear();
      const before = await harness.remembered();
      return { id, before, job: await harness.run('opportunity_update', { opportunity_id: id, status: to }) };
    }
  }
}

async function statusOf(kind: Kind, id: number): Promise<string | undefined> {
  switch (kind) {
    case 'lead':
      return (await harness.records.findLead(id))?.status;
    case 'prospect':
      return (await harness.records.findProspect(id))?.status;
    default:
      return (await harness.records.findOpportunity(id))?.status;
  }
}

/** Nothing has changed except that operators were notified. */
async function expectOnlyTold(before: Readonly<Record<string, readonly unknown[]>>): Promise<void> {
  const { error_log: earlier = [], ...unchanged } = before;
  const { error_log: told = [], ...after } = await harness.remembered();
  expect(harness.writes()).toEqual([]);
  expect(after).toEqual(unchanged);
  expect(told.slice(0, earlier.length)).toEqual(earlier);
  expect(told.slice(earlier.length)).toEqual([
    expect.objectContaining({ level: 'warning', errorCode: 'ILLEGAL_TRANSITION', source: 'lifecycle' }),
  ]);
}

const kinds = ['lead', 'prospect', 'opportunity'] as const;

// A rejected request never reaches the PSA.
describe.each(eachDialect)('a record with a request that the lifecycle allows, on the $name PSA,', (psa) => {
  useDialect(psa, places);
  const moves = kinds.flatMap((kind) =>
    pairsOf(kind)
      .filter(([from, to]) => isLegal(kind, from, to))
      .map(([from, to]) => [kind, from, to] as const),
  );

  it.each(moves)('(a %s) changes from %s to %s, in the PSA and on record', async (kind, from, to) => {
    const { job, id } = await ask(kind, from, to);
    expect(job).toMatchObject({
      status: 'completed',
      result: { success: true, status: to, previousStatus: from },
    });
    expect(await statusOf(kind, id)).toBe(to);
    const method = psa.name === 'halopsa' ? 'POST' : 'PUT';
    expect(harness.writes()).toEqual([
      `${method} /api/${kind === 'opportunity' ? 'Opportunities' : 'Tickets'}`,
    ]);
    const rows = await harness.mongo.collection('transitions').find({ kind, recordId: id }).toArray();
    expect(rows).toMatchObject([{ from, to, source: 'provider_a' }]);
    expect(rows[0]?.['secondsInFrom']).toBeGreaterThanOrEqual(3_600);
  });
});

describe.each(kinds)('a status request for a %s', (kind) => {
  const pairs = pairsOf(kind);

  it.each(pairs.filter(([from, to]) => from === to))(
    'from %s to itself (%s) changes nothing',
    async (from, to) => {
      const { job, before } = await ask(kind, from, to);
      expect(job).toMatchObject({ status: 'completed', result: { success: true, status: from } });
      expect(harness.writes()).toEqual([]);
      expect(await harness.remembered()).toEqual(before);
    },
  );

  it.each(pairs.filter(([from, to]) => from !== to && !isLegal(kind, from, to)))(
    'from %s to %s is rejected, and changes nothing anywhere',
    async (from, to) => {
      const { job, before } = await ask(kind, from, to);
      const allowed = STATUSES[kind].filter((next) => isLegal(kind, from, next));
      expect(job).toMatchObject({ status: 'failed', result: null, error: { code: 'VALIDATION_ERROR' } });
      expect(job.error?.details).toEqual({
        field: 'status',
        value: to,
        from,
        to,
        allowed: expect.arrayContaining([...allowed]),
      });
      expect(job.error?.details['allowed']).toHaveLength(allowed.length);
      await expectOnlyTold(before);
    },
  );

  it.each(['banana', 'NEW_LEAD', 'new_prospect', 'won', 'engaged'].filter((to) => !isStatusOf(kind, to)))(
    'to "%s", which is not one of its states, is rejected',
    async (to) => {
      const { job, before } = await ask(kind, STATUSES[kind][0], to);
      expect(job).toMatchObject({ status: 'failed', error: { code: 'VALIDATION_ERROR' } });
      expect(job.error?.details).toMatchObject({ field: 'status', value: to, to });
      await expectOnlyTold(before);
    },
  );
});

function isStatusOf(kind: Kind, text: string): boolean {
  return STATUSES[kind].some((status) => status === text);
}
