import { STATUSES } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';

import { StaleClaimError } from '../ports/import-store.js';
import { createLifecycleWorld, statusIdOf } from './testing/lifecycle-world.js';
import { jobOf, opportunityRecord } from './testing/records.js';
import { updateOpportunity } from './update-opportunity.js';

function begin(opportunity: Parameters<typeof opportunityRecord>[0] = {}) {
  const world = createLifecycleWorld();
  world.opportunities.set(31, opportunityRecord(opportunity));
  const update = async (changes: object) =>
    updateOpportunity(world.deps, jobOf('opportunity_update', { opportunity_id: 31, ...changes }));
  return { ...world, update, opportunity: () => world.opportunities.get(31) };
}

const legal = [
  'new_opportunity>progressing',
  'progressing>negotiation',
  'negotiation>won',
  'negotiation>lost',
];
const pairs = STATUSES.opportunity.flatMap((from) => STATUSES.opportunity.map((to) => [from, to] as const));

describe('a change of an opportunity', () => {
  it.each(pairs)('from %s to %s follows the transition table', async (from, to) => {
    const { update, opportunity, opportunityChanges, last } = begin({ status: from });
    const outcome = await update({ status: to });
    const isLegal = legal.includes(`${from}>${to}`);
    expect(outcome.kind).toBe(isLegal ? 'recorded' : from === to ? 'done' : 'refused');
    expect(opportunity()?.status).toBe(isLegal ? to : from);
    expect(opportunityChanges).toEqual(isLegal ? [{ status_id: statusIdOf(to) }] : []);
    expect(last()?.events ?? []).toHaveLength(isLegal && ['won', 'lost'].includes(to) ? 1 : 0);
  });

  it.each([
    ['won', 'opportunity.won'],
    ['lost', 'opportunity.lost'],
  ])('to %s emits an event with the new value', async (status, type) => {
    const { update, last } = begin();
    await update({ status, value: 15_000 });
    expect(last()?.events).toMatchObject([{ type, data: { opportunity_id: 31, status, value: 15_000 } }]);
    expect(last()?.end?.result).toMatchObject({ status, previousStatus: 'negotiation', value: 15_000 });
  });

  it('of its data only is not a transition, and emits no event', async () => {
    const { update, last, opportunity } = begin();
    await update({ probability: 55 });
    expect(last()).toMatchObject({ transitions: [], events: [] });
    expect(opportunity()).toMatchObject({
      status: 'negotiation',
      opportunity: { value: 12_000, probability: 55 },
    });
  });

  it.each([{}, { probability: 40 }, { status: 'negotiation', value: 12_000 }, { notes: '  ' }])(
    'to what it is already (%p) writes nothing',
    async (changes) => {
      const { update, psa, writes } = begin();
      expect(await update(changes)).toMatchObject({ kind: 'done', result: { status: 'negotiation' } });
      expect([psa.writes, writes]).toEqual([[], []]);
    },
  );

  it.each([
    ['won', { value: 1 }, 'value'],
    ['lost', { probability: 1 }, 'probability'],
  ] as const)('that is %s by %p is refused', async (status, changes, field) => {
    const { update, psa, opportunity } = begin({ status });
    expect(await update(changes)).toMatchObject({ error: { details: { field } } });
    expect([psa.writes, opportunity()?.opportunity.value]).toEqual([[], 12_000]);
  });

  it('may still add explanations after the end', async () => {
    const { update, opportunity } = begin({ status: 'lost' });
    expect(await update({ win_loss_reason: 'Price', value: 12_000 })).toEqual({ kind: 'recorded' });
    expect(opportunity()?.opportunity.winLossReason).toBe('Price');
  });

  it('with a note adds it to record and ticket once, across all runs of the job', async () => {
    const { update, psa, race, opportunity } = begin();
    race.isLost = true;
    await expect(update({ notes: 'Terms were sent' })).rejects.toThrow(StaleClaimError);
    race.isLost = false;
    await update({ notes: 'Terms were sent' });
    expect(opportunity()?.notes).toMatchObject([{ text: 'Terms were sent', by: 'Sales desk' }]);
    expect(psa.notesOf(300)).toEqual([expect.stringContaining('Notes: Terms were sent')]);
  });

  it('writes nothing of one that was erased before its lead was claimed', async () => {
    const { update, onClaim, opportunities, psa, writes } = begin();
    onClaim.run = () => opportunities.clear();
    expect(await update({ status: 'won' })).toMatchObject({ error: { code: 'RESOURCE_NOT_FOUND' } });
    expect([psa.writes, writes]).toEqual([[], []]);
  });

  it('is refused for one that does not exist, or is lost in the PSA', async () => {
    const { update, opportunities } = begin({ psaOpportunityId: null });
    expect(await update({ value: 1 })).toMatchObject({ error: { details: { field: 'psa_opportunity_id' } } });
    opportunities.clear();
    expect(await update({ value: 1 })).toMatchObject({ error: { code: 'RESOURCE_NOT_FOUND' } });
  });
});

describe('the details of an opportunity in the PSA', () => {
  it('are rewritten if they are still as the service wrote them, however lines are broken', async () => {
    const { update, psa, opportunity } = begin({ psaDetails: 'As\r\n written ' });
    await update({ value: 15_000 });
    const details = psa.opportunities.get(500)?.details ?? '';
    expect(details).toContain('15000');
    expect(opportunity()?.psaDetails).toBe(details);
    expect(psa.notesOf(300)).toEqual([]);
  });

  it('that someone has edited are kept, and the ticket gets a note of the changes', async () => {
    const { update, psa, opportunity } = begin({ psaDetails: 'Other words of ours' });
    await update({ value: 15_000 });
    expect(psa.opportunities.get(500)?.details).toBe('As written');
    expect(psa.notesOf(300)).toEqual([expect.stringContaining('Value: 15000')]);
    expect(opportunity()?.psaDetails).toBe('Other words of ours');
  });
});
