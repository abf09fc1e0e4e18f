import { describe, expect, it } from '@jest/globals';
import { qualificationFromFields } from '@leadbridge/domain';

import type { MatchedRow, RowPlan } from '../import-row-state.js';
import { createDryRunMemory } from '../dry-run/dry-run-memory.js';
import { alex, knownLead, robin, rowState } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { recordFinished, type ReservedIds } from './recorded-leads.js';

const at = '2026-01-31T09:00:00.000Z';
const left: RowPlan = { kind: 'leave', result: 'preserved', reason: 'Do Not Contact', kept: {} };
const created = (data: object, learnt: Partial<MatchedRow> = {}, index = 0) =>
  rowState(data, { index, learnt: { plan: { kind: 'create' }, ticketId: 300 + index, ...learnt } });

function setUp() {
  const world = createImportWorld();
  return { ...world, context: stageContext(world) };
}

async function recorded(rows: readonly MatchedRow[], reserved: ReservedIds | null = null) {
  const { context, store } = setUp();
  return { store, ...(await recordFinished(rows, reserved, at, context)) };
}

describe('the leads of rows that passed all stages', () => {
  it('have ids in the order of the rows, known ones their own', async () => {
    const known = created(robin, {}, 1);
    known.known = knownLead(known);
    const third = created({ ...alex, email: 'kim@example.net' }, {}, 2);
    const { leads, outcomes } = await recorded([created(alex), known, third]);
    expect(leads.map(({ leadId }) => leadId)).toEqual([1, 12, 2]);
    expect([...outcomes.values()].map(({ leadId }) => leadId)).toEqual([1, 12, 2]);
  });

  it('have the ids that were reserved for them, if these are enough', async () => {
    const rows = [created(alex), created(robin, {}, 1)];
    const ofTwo = await recorded(rows, { first: Promise.resolve(40), count: 2 });
    expect(ofTwo.leads.map(({ leadId }) => leadId)).toEqual([40, 41]);
    const ofOne = await recorded(rows, { first: Promise.resolve(40), count: 1 });
    expect(ofOne.leads.map(({ leadId }) => leadId)).toEqual([1, 2]);
  });

  it('begin with a prospect where their ticket is one', async () => {
    const prospect = { status: 'prospecting', qualification: qualificationFromFields({}) } as const;
    const begins = { lead: 'engaged', prospect } as const;
    const { leads } = await recorded([
      created(alex, { begins, plan: { kind: 'adopt' } }),
      created(robin, {}, 1),
    ]);
    expect(leads.map((lead) => lead.prospect)).toMatchObject([
      { prospectId: 1, status: 'prospecting' },
      null,
    ]);
  });

  it('come with their event and their history', async () => {
    const { events, timeline } = await recorded([created(alex)]);
    expect(events).toMatchObject([{ type: 'lead.created', data: { lead_id: 1, psa_ticket_id: 300 } }]);
    expect(timeline).toMatchObject([{ kind: 'import', result: 'created', leadId: 1, at }]);
  });

  it('are none without a ticket: the person has opted out elsewhere', async () => {
    const suppressed = { by: 'email', suppressionId: 'sup_1' } as const;
    const row = rowState(alex, { learnt: { plan: left, suppressed, ticketId: null } });
    const { leads, outcomes } = await recorded([row]);
    expect(leads).toEqual([]);
    expect(outcomes.get(row.row)).toMatchObject({ result: 'preserved', leadId: null, psaTicketId: null });
  });
});

describe('a person who had opted out before they were erased', () => {
  const erased = (): MatchedRow =>
    rowState(alex, {
      learnt: {
        plan: left,
        suppressed: { by: 'email', suppressionId: null },
        ticketId: 300,
        warnings: ['"note" was ignored: Alex'],
      },
    });

  it('gets no record, and an outcome that quotes nothing', async () => {
    const row = erased();
    const { leads, events, timeline, outcomes } = await recorded([row]);
    expect([leads, events, timeline]).toEqual([[], [], []]);
    expect(outcomes.get(row.row)).toMatchObject({ result: 'preserved', warnings: [] });
  });

  it('is not shown by a dry run either', async () => {
    const { context } = setUp();
    const row = erased();
    const dryRun = createDryRunMemory();
    const { outcomes } = await recordFinished([row], null, at, { ...context, dryRun });
    const { plan } = outcomes.get(row.row) ?? {};
    expect(JSON.stringify(plan)).not.toContain('Alex');
    expect(plan).toMatchObject({ reason: 'Do Not Contact' });
  });
});
