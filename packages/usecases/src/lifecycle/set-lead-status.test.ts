import { STATUSES } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';

import { StaleClaimError } from '../ports/import-store.js';
import { PsaUnavailableError } from '../ports/psa-errors.js';
import { RecordBusyError } from '../work/record-busy-error.js';
import { setLeadStatus } from './set-lead-status.js';
import { createLifecycleWorld, statusIdOf } from './testing/lifecycle-world.js';
import { jobOf, leadRecord, qualified, qualifiedInput } from './testing/records.js';

function begin(lead: Parameters<typeof leadRecord>[0] = {}, options = {}) {
  const world = createLifecycleWorld(options);
  world.leads.set(12, leadRecord(lead));
  const set = async (status: string, more = {}) =>
    setLeadStatus(world.deps, jobOf('lead_status', { lead_id: 12, status, ...more }));
  return { ...world, set };
}

/** The transitions in the specification that a status request may make. */
const legal: readonly (readonly [string, string])[] = [
  ['new_lead', 'researching'],
  ['researching', 'contacted'],
  ['researching', 'invalid_data'],
  ['contacted', 'engaged'],
  ['contacted', 'no_interest'],
  ['contacted', 'do_not_contact'],
];
const pairs = [...STATUSES.lead, 'undone' as const].flatMap((from) =>
  [...STATUSES.lead, 'new_prospect'].map((to) => [from, to] as const),
);

describe('a status request for a lead', () => {
  it.each(pairs)('from %s to %s follows the transition table', async (from, to) => {
    const { set, leads, psa } = begin({ status: from });
    const outcome = await set(to);
    const isLegal = legal.some(([one, other]) => one === from && other === to);
    expect(outcome.kind).toBe(isLegal ? 'recorded' : from === to ? 'done' : 'refused');
    expect(leads.get(12)?.status).toBe(isLegal ? to : from);
    expect(psa.writes).toHaveLength(isLegal ? 1 : 0);
  });

  it('changes the ticket, and records change, transition and result in one write', async () => {
    const { set, ticket, writes, psa } = begin({ status: 'researching' });
    await set('contacted');
    expect(ticket()?.statusId).toBe(statusIdOf('contacted'));
    expect(psa.notesOf(300)).toEqual([]);
    expect(writes).toMatchObject([
      {
        lead: { leadId: 12, statusChanges: [{ from: 'researching', to: 'contacted', by: 'Sales desk' }] },
        transitions: [{ kind: 'lead', from: 'researching', to: 'contacted', secondsInFrom: 86_400 }],
        newJobs: [],
        end: {
          status: 'completed',
          result: {
            success: true,
            leadId: 12,
            psaTicketId: 300,
            status: 'contacted',
            previousStatus: 'researching',
          },
        },
      },
    ]);
    expect(writes[0]).not.toHaveProperty('optOut');
  });

  it('adds one note with the reason to the ticket, across all runs of the job', async () => {
    const { set, psa, race, leads } = begin();
    race.isLost = true;
    await expect(set('no_interest', { reason: ' Not this year ' })).rejects.toThrow(StaleClaimError);
    race.isLost = false;
    await set('no_interest', { reason: ' Not this year ' });
    expect(psa.notesOf(300)).toEqual([expect.stringContaining('Reason: Not this year')]);
    expect(psa.writes.filter((name) => name === 'updateTicket')).toHaveLength(1);
    expect(leads.get(12)?.history.at(-1)).toMatchObject({ reason: 'Not this year' });
  });

  it('keeps its qualification data, which takes precedence over the record', async () => {
    const { set, leads } = begin({ status: 'researching', qualification: { ...qualified, fitScore: 30 } });
    await set('contacted', { qualification_data: { fit_score: 75, pain_points: '  ' } });
    expect(leads.get(12)?.qualification).toEqual({ ...qualified, fitScore: 75 });
  });

  it('changes neither record nor result while the PSA is unavailable', async () => {
    const { set, psa, writes, holders } = begin();
    psa.faults.plan('updateTicket', 'away');
    await expect(set('engaged')).rejects.toThrow(PsaUnavailableError);
    expect([writes, holders.size]).toEqual([[], 0]);
  });

  it('changes the record even if the PSA has no such status, and reports it', async () => {
    const { set, ticket, last } = begin({}, { lacks: ['engaged'] });
    await set('engaged');
    expect(ticket()?.statusId).toBe(3);
    expect(last()?.errorLogEntries).toMatchObject([
      { errorCode: 'STATUS_NOT_IN_PSA', leadId: 12, jobId: 'job_a1' },
    ]);
  });

  it('waits while another worker holds the lead', async () => {
    const { set, holders, psa } = begin();
    holders.set('lead:12', 'another');
    await expect(set('engaged')).rejects.toThrow(RecordBusyError);
    expect(psa.calls).toEqual([]);
  });

  it('is refused for a lead that does not exist or has lost its ticket', async () => {
    const { set, leads } = begin({ psaTicketId: null });
    expect(await set('engaged')).toMatchObject({ error: { details: { field: 'psa_ticket_id' } } });
    leads.clear();
    expect(await set('engaged')).toMatchObject({ error: { code: 'RESOURCE_NOT_FOUND' } });
  });
});

describe('an opt-out by a status request', () => {
  it('suppresses the person, sets the flag on the ticket, and then moves the lead', async () => {
    const { set, ticket, writes, leads } = begin();
    await set('do_not_contact', { reason: 'Asked on the phone' });
    expect(ticket()).toMatchObject({ statusId: 6, customFields: { 105: true } });
    expect(leads.get(12)).toMatchObject({ status: 'do_not_contact', doNotContact: true });
    expect(writes).toMatchObject([{ optOut: {} }, { end: { status: 'completed' } }]);
    expect(writes[0]?.optOut).toMatchObject({
      origin: 'lifecycle',
      leadId: 12,
      ticketId: 300,
      reason: 'Asked on the phone',
      by: 'key_1',
      marks: ['flag', 'list'],
    });
    expect(writes[0]?.optOut?.keys).toContainEqual({ kind: 'email', value: 'alex@example.com' });
  });

  it.each(['refused', 'away'] as const)('is recorded although the PSA is %s', async (fault) => {
    const { set, psa, writes, leads } = begin();
    psa.faults.plan('updateTicket', fault);
    await expect(set('do_not_contact')).rejects.toThrow();
    expect(writes).toMatchObject([{ optOut: { ticketId: 300 } }]);
    expect(leads.get(12)).toMatchObject({ status: 'contacted', doNotContact: true });
  });

  it('is accepted without a ticket, and without a reason', async () => {
    const { set, writes, psa } = begin({ psaTicketId: null });
    expect(await set('do_not_contact', { reason: 'Asked' })).toEqual({ kind: 'recorded' });
    expect(writes[0]?.optOut).toMatchObject({ ticketId: null, reason: 'Asked' });
    expect(psa.writes).toEqual([]);
    const other = begin();
    await other.set('do_not_contact');
    expect(other.writes[0]?.optOut?.reason).toBe('Opt-out request');
  });

  it('is recorded again after an admin has removed the entry of an earlier one, and only then', async () => {
    const { set, last, leads } = begin({ status: 'do_not_contact', doNotContact: false });
    expect(await set('do_not_contact', { reason: 'Asked again' })).toMatchObject({ kind: 'done' });
    expect(last()?.optOut).toMatchObject({ ticketId: 300, reason: 'Asked again', marks: ['flag', 'list'] });
    expect(leads.get(12)?.doNotContact).toBe(true);
    const other = begin({ status: 'do_not_contact', doNotContact: true });
    await other.set('do_not_contact');
    expect(other.writes).toEqual([]);
  });

  it('has priority over all other work in the PSA', async () => {
    const priorities: string[] = [];
    const { deps, leads } = begin();
    const { psa } = deps;
    const session: typeof psa.session = (context) => {
      priorities.push(context.priority);
      return psa.session(context);
    };
    for (const status of ['do_not_contact', 'engaged']) {
      leads.set(12, leadRecord());
      await setLeadStatus({ ...deps, psa: { session } }, jobOf('lead_status', { lead_id: 12, status }));
    }
    expect(priorities).toEqual(['opt_out', 'lifecycle']);
  });
});

describe('a lead that becomes engaged', () => {
  const autoConversion = { settings: { autoConversion: true } };

  it('is converted by a job that is recorded with the transition and then enqueued', async () => {
    const { set, last, enqueued } = begin({}, autoConversion);
    await set('engaged', { qualification_data: qualifiedInput });
    const [conversion] = last()?.newJobs ?? [];
    expect(conversion).toMatchObject({ type: 'prospect_conversion', input: { lead_id: 12 } });
    expect(last()?.end?.result).toMatchObject({ conversionJobId: conversion?.jobId });
    expect(enqueued).toEqual([conversion?.jobId]);
  });

  it('is not converted if auto-conversion is disabled', async () => {
    const { set, last, enqueued } = begin();
    await set('engaged', { qualification_data: qualifiedInput });
    expect([last()?.newJobs, enqueued]).toEqual([[], []]);
    expect(last()?.end?.result).not.toHaveProperty('conversionJobId');
  });
});
