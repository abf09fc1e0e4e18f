import { describe, expect, it } from '@jest/globals';

import type { Settings } from '../ports/settings.js';
import { createLifecycleWorld, statusIdOf } from './testing/lifecycle-world.js';
import { opportunityRecord } from './testing/records.js';
import { updatePsaOpportunity, type PsaOpportunityUpdate } from './update-psa-opportunity.js';

/** Opportunity 500, with these `details` in the PSA. */
function begin(details: string | null = 'As written', settings: Partial<Settings> = {}) {
  const world = createLifecycleWorld({ settings });
  const held = world.psa.opportunities.get(500);
  if (held !== undefined) {
    world.psa.opportunities.set(500, { ...held, details });
  }
  const record = { ...opportunityRecord(), psaOpportunityId: 500 };
  const update = async (
    changes: Partial<PsaOpportunityUpdate['data']> = {},
    given: Partial<PsaOpportunityUpdate> = {},
    opportunity: Partial<typeof record> = {},
  ) =>
    updatePsaOpportunity(
      world.work(),
      { ...record, ...opportunity },
      {
        ...{
          to: 'negotiation',
          status: {},
          data: { ...record.opportunity, ...changes },
          note: null,
          reference: 'job_a1',
        },
        changed: Object.keys(changes) as (keyof typeof changes)[],
        ...{ cause: { at: '2026-01-31T09:00:00.000Z', by: 'Sales desk', reason: null }, resumed: false },
        ...given,
      },
    );
  return { ...world, update, inPsa: () => world.psa.opportunities.get(500)?.details };
}

describe('an opportunity in the PSA', () => {
  it('has details with the new value, and no note repeats it', async () => {
    const { update, inPsa, opportunityChanges, psa } = begin();
    const { details, errorLogEntries } = await update({ value: 15_000 });
    expect([inPsa(), errorLogEntries]).toEqual([details, []]);
    expect(details).toContain('15000');
    expect(opportunityChanges).toMatchObject([{ details, sales: { value: 15_000 } }]);
    expect(Object.keys(opportunityChanges[0]?.sales ?? {})).toEqual(['value']);
    expect(psa.notesOf(300)).toEqual([]);
  });

  it.each([
    ['breaks lines in its own way', '  As\r\n written\n'],
    ['does not show its details', null],
  ])('that %s is ours still', async (_which, shown) => {
    const { update, opportunityChanges } = begin(shown);
    await update({ probability: 60 });
    expect(opportunityChanges[0]).toHaveProperty('details');
  });

  it('that someone has edited keeps its details; a note contains the changes', async () => {
    const { update, inPsa, psa, opportunityChanges } = begin('As written. Call back on Monday!');
    const { details } = await update({ value: 15_000, expectedCloseDate: '2026-07-31' });
    expect([inPsa(), details]).toEqual(['As written. Call back on Monday!', 'As written']);
    expect(opportunityChanges).toEqual([{ sales: { value: 15_000, closeDate: '2026-07-31' } }]);
    const [note] = psa.notesOf(300);
    expect(note).toContain('Value: 15000\nExpected close date: 2026-07-31');
    expect(note).not.toContain('Probability');
  });

  it.each([
    ['keeps the state that people have given to it since the first run', 'lost', true],
    ['gets its state, if it shows the one before', 'negotiation', false],
    ['gets its state, if it has it already', 'won', false],
    ['gets its state, if it shows a status of no opportunity', 'engaged', false],
  ] as const)('resumed %s', async (_, shown, isKept) => {
    const { psa, update, opportunityChanges } = begin();
    const held = psa.opportunities.get(500);
    if (held !== undefined) {
      psa.opportunities.set(500, { ...held, statusId: statusIdOf(shown) });
    }
    const status = { status_id: statusIdOf('won') };
    const { errorLogEntries } = await update({}, { to: 'won', status, resumed: true });
    expect(opportunityChanges).toEqual(isKept ? [] : [status]);
    expect(errorLogEntries.map(({ errorCode }) => errorCode)).toEqual(isKept ? ['STATUS_KEPT_IN_PSA'] : []);
  });

  it('that an earlier run has written is ours, even if the record does not know it yet', async () => {
    const first = begin();
    const { details } = await first.update({ value: 15_000 });
    const again = begin(details);
    expect(await again.update({ value: 15_000 }, { resumed: true })).toMatchObject({ details });
    expect([again.inPsa(), again.psa.notesOf(300)]).toEqual([details, []]);
  });

  it('gets only its custom fields if those change, unless they are disabled', async () => {
    const { update, opportunityChanges, psa } = begin();
    await update({ competitors: 'Sample Ltd' });
    expect(opportunityChanges).toEqual([
      { customfields: [expect.objectContaining({ value: 'Sample Ltd' })] },
    ]);
    expect(psa.calls).toEqual(['updateOpportunity']);
    const off = begin('As written', { psa: { customFieldsEnabled: false } });
    await off.update({ competitors: 'Sample Ltd' });
    expect(off.psa.calls).toEqual([]);
  });

  it('gets its status in the same write, and nothing else if nothing else changes', async () => {
    const { update, opportunityChanges, psa } = begin();
    await update({}, { status: { status_id: 7 } });
    expect([opportunityChanges, psa.calls]).toEqual([[{ status_id: 7 }], ['updateOpportunity']]);
  });

  it('is written again if the response is lost', async () => {
    const { update, psa, inPsa } = begin();
    psa.faults.plan('updateOpportunity', 'response_lost');
    const { details } = await update({ value: 15_000 });
    expect([psa.writes, inPsa()]).toEqual([['updateOpportunity', 'updateOpportunity'], details]);
  });
});

describe('a note of an opportunity', () => {
  it('goes to the ticket of its prospect once, across all runs', async () => {
    const { update, psa } = begin();
    await update({}, { note: 'They asked for a demo' });
    await update({}, { note: 'They asked for a demo', resumed: true });
    expect(psa.notesOf(300)).toEqual([expect.stringContaining('Notes: They asked for a demo')]);
    expect(psa.writes).toEqual(['createActions']);
  });

  it('is skipped if the ticket is lost, without blocking anything', async () => {
    const { update, psa, inPsa } = begin('Somebody wrote this');
    await update({ value: 15_000 }, { note: 'They asked' }, { psaTicketId: null });
    expect([psa.writes, inPsa()]).toEqual([['updateOpportunity'], 'Somebody wrote this']);
  });

  it('that the PSA refuses does not block anything, and is reported to the operators', async () => {
    const { update, psa } = begin();
    psa.faults.plan('createActions', 'refused');
    const { errorLogEntries } = await update({ value: 15_000 }, { note: 'They asked' });
    expect(errorLogEntries).toMatchObject([{ errorCode: 'NOTE_REFUSED', leadId: 12, jobId: 'job_a1' }]);
  });
});
