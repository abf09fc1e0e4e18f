import { STATUSES } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';

import { StaleClaimError } from '../ports/import-store.js';
import { setProspectStatus } from './set-prospect-status.js';
import { createLifecycleWorld, statusIdOf } from './testing/lifecycle-world.js';
import { jobOf, prospectRecord, qualified } from './testing/records.js';

function begin(prospect: Parameters<typeof prospectRecord>[0] = {}, options = {}) {
  const world = createLifecycleWorld(options);
  world.prospects.set(21, prospectRecord({ qualification: qualified, ...prospect }));
  const set = async (status: string, more = {}) =>
    setProspectStatus(world.deps, jobOf('prospect_status', { prospect_id: 21, status, ...more }));
  return { ...world, set, prospect: () => world.prospects.get(21) };
}

/** Qualification data that lacks a criterion, if the transition requires that. */
const dataFor = (to: string) => (to === 'disqualified' ? { ...qualified, fitScore: 10 } : qualified);
const legal = ['new_prospect>prospecting', 'prospecting>qualified', 'prospecting>disqualified'];
const pairs = STATUSES.prospect.flatMap((from) =>
  [...STATUSES.prospect, 'new_opportunity'].map((to) => [from, to] as const),
);

describe('a status request for a prospect', () => {
  it.each(pairs)('from %s to %s follows the transition table', async (from, to) => {
    const { set, prospect, psa } = begin({ status: from, qualification: dataFor(to) });
    const outcome = await set(to);
    const isLegal = legal.includes(`${from}>${to}`);
    expect(outcome.kind).toBe(isLegal ? 'recorded' : from === to ? 'done' : 'refused');
    expect(prospect()?.status).toBe(isLegal ? to : from);
    expect(psa.writes).toHaveLength(isLegal ? 1 : 0);
  });

  it('to qualified emits an event, with the new qualification', async () => {
    const { set, ticket, last } = begin();
    await set('qualified', { qualification_data: { fit_score: 95 } });
    expect(ticket()).toMatchObject({ statusId: statusIdOf('qualified'), customFields: { 206: 95 } });
    expect(last()).toMatchObject({
      events: [{ type: 'prospect.qualified', data: { prospect_id: 21, fit_score: 95 } }],
      end: { result: { status: 'qualified', previousStatus: 'prospecting' } },
    });
  });

  it('to another state emits no event, and writes no unchanged field', async () => {
    const { set, last, ticketChanges } = begin({ status: 'new_prospect' });
    await set('prospecting', { qualification_data: { fit_score: 82 } });
    expect(last()?.events).toEqual([]);
    expect(ticketChanges).toEqual([{ status_id: statusIdOf('prospecting') }]);
  });

  it.each([
    [{ fitScore: 69 }, 'fit_score'],
    [{ decisionMaker: 'No' }, 'decision_maker'],
    [{ timeframe: null }, 'timeframe'],
    [{ qualifiedServices: null }, 'qualified_services'],
  ])('to qualified is refused with %p, by the name of the criterion', async (lack, field) => {
    const { set, psa, writes } = begin({ qualification: { ...qualified, ...lack } });
    const outcome = await set('qualified');
    expect(outcome.kind).toBe('refused');
    expect(JSON.stringify(outcome)).toContain(`qualification_data.${field}`);
    expect([psa.writes, writes]).toEqual([[], []]);
  });

  it('to qualified counts what people have entered in the PSA', async () => {
    const { set, psa, prospect } = begin({ qualification: { ...qualified, timeframe: null } });
    psa.addTicket({ id: 300, customFields: { 205: 'Q3' } });
    await set('qualified');
    expect(prospect()).toMatchObject({ status: 'qualified', qualification: { timeframe: 'Q3' } });
  });

  it('to disqualified is refused if every criterion is met, even only in the PSA', async () => {
    const { set, psa, prospect } = begin({ qualification: { ...qualified, fitScore: null } });
    psa.addTicket({ id: 300, customFields: { 206: 90 } });
    expect(await set('disqualified')).toMatchObject({ error: { details: { allowed: ['qualified'] } } });
    expect(prospect()?.status).toBe('prospecting');
  });

  it.each([
    [{ reason: 'Asked for it' }, 'Reason: Asked for it'],
    [{ next_action: 'Send the proposal' }, 'Next action: Send the proposal'],
    [{ next_action_date: '2026-03-31' }, 'Next action date: 2026-03-31'],
  ])('that says %p notes it on the ticket, once for all runs of the job', async (more, line) => {
    const { set, psa, race } = begin({ status: 'new_prospect' });
    race.isLost = true;
    await expect(set('prospecting', more)).rejects.toThrow(StaleClaimError);
    race.isLost = false;
    await set('prospecting', more);
    expect(psa.notesOf(300)).toEqual([expect.stringContaining(line)]);
  });

  it('does not write custom fields if they are disabled', async () => {
    const { set, ticketChanges } = begin({}, { settings: { psa: { customFieldsEnabled: false } } });
    await set('qualified', { qualification_data: { fit_score: 95 } });
    expect(ticketChanges).toEqual([{ status_id: statusIdOf('qualified') }]);
  });

  it('writes nothing of a prospect that was erased before its lead was claimed', async () => {
    const { set, onClaim, prospects, psa, writes } = begin();
    onClaim.run = () => prospects.clear();
    expect(await set('qualified')).toMatchObject({ error: { code: 'RESOURCE_NOT_FOUND' } });
    expect([psa.writes, writes]).toEqual([[], []]);
  });

  it('is refused for a prospect that does not exist or has lost its ticket', async () => {
    const { set, prospects } = begin({ psaTicketId: null });
    expect(await set('qualified')).toMatchObject({ error: { details: { field: 'psa_ticket_id' } } });
    prospects.clear();
    expect(await set('qualified')).toMatchObject({ error: { code: 'RESOURCE_NOT_FOUND' } });
  });
});
