import { STATUSES } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';

import { StaleClaimError } from '../ports/import-store.js';
import { PsaUnavailableError } from '../ports/psa-errors.js';
import { convertLead } from './convert-lead.js';
import { createLifecycleWorld, statusIdOf } from './testing/lifecycle-world.js';
import { jobOf, leadRecord, prospectRecord, qualified, salesInput } from './testing/records.js';

function begin(lead: Parameters<typeof leadRecord>[0] = {}, options = {}) {
  const world = createLifecycleWorld(options);
  world.leads.set(12, leadRecord({ status: 'engaged', qualification: qualified, ...lead }));
  const convert = async (more = {}, jobId?: string) =>
    convertLead(world.deps, jobOf('prospect_conversion', { lead_id: 12, ...more }, jobId));
  return { ...world, convert };
}

const withOpportunity = {
  conversion_options: { create_opportunity: true },
  opportunity_data: salesInput,
};

describe('a conversion', () => {
  it('turns the ticket into a prospect’s, and records prospect, transition, event and result in one write', async () => {
    const { convert, ticketChanges, leads, prospects, writes } = begin();
    expect(await convert()).toEqual({ kind: 'recorded' });
    expect(ticketChanges).toMatchObject([{ tickettype_id: 2, category_1: 'Prospect', status_id: 10 }]);
    expect(ticketChanges[0]?.customfields).toContainEqual({ id: 206, value: 82 });
    expect(writes).toHaveLength(1);
    expect(writes[0]).toMatchObject({
      transitions: [{ kind: 'lead', from: 'engaged', to: 'new_prospect' }],
      events: [{ type: 'prospect.converted', data: { lead_id: 12, fit_score: 82, notify_team: false } }],
      end: { status: 'completed', result: { leadId: 12, psaTicketId: 300, status: 'new_prospect' } },
    });
    const prospectId = leads.get(12)?.prospectId ?? 0;
    expect(prospects.get(prospectId)).toMatchObject({
      leadId: 12,
      qualification: qualified,
      convertedBy: 'job_a1',
      source: 'provider_a',
    });
  });

  it.each(STATUSES.lead.filter((status) => status !== 'engaged'))(
    'of a lead that is %s is refused',
    async (status) => {
      const { convert, psa, writes } = begin({ status });
      expect(await convert()).toMatchObject({ kind: 'refused', error: { details: { from: status } } });
      expect([psa.writes, writes]).toEqual([[], []]);
    },
  );

  it('uses what people have entered in the PSA, unless the request overrides it', async () => {
    const { convert, psa, prospects, leads } = begin({
      qualification: { ...qualified, painPoints: null, fitScore: null },
    });
    psa.addTicket({ id: 300, customFields: { 201: 'From the ticket', 206: 71 } });
    await convert({ qualification_data: { fit_score: 90 } });
    expect(prospects.get(leads.get(12)?.prospectId ?? 0)?.qualification).toMatchObject({
      painPoints: 'From the ticket',
      fitScore: 90,
    });
  });

  it('names each missing field by its place in the request, and writes nothing', async () => {
    const { convert, psa, writes } = begin({
      qualification: { ...qualified, painPoints: null, budgetRange: null },
    });
    const outcome = await convert();
    expect(outcome).toMatchObject({ kind: 'refused', error: { code: 'VALIDATION_ERROR' } });
    expect(JSON.stringify(outcome)).toContain('qualification_data.pain_points');
    expect(JSON.stringify(outcome)).toContain('qualification_data.budget_range');
    expect([psa.writes, writes]).toEqual([[], []]);
  });

  it('does not write custom fields if they are disabled', async () => {
    const { convert, ticketChanges } = begin({}, { settings: { psa: { customFieldsEnabled: false } } });
    await convert();
    expect(ticketChanges[0]).not.toHaveProperty('customfields');
  });

  it('notifies the team by one note, across all runs of the job', async () => {
    const { convert, psa, race, last } = begin();
    const asked = { conversion_options: { notify_team: true } };
    race.isLost = true;
    await expect(convert(asked)).rejects.toThrow(StaleClaimError);
    race.isLost = false;
    await convert(asked);
    expect(psa.notesOf(300)).toEqual([expect.stringContaining('Lead converted to prospect')]);
    expect(last()?.events).toMatchObject([{ data: { notify_team: true } }]);
  });

  it('happens once: another job is refused, with the id of the prospect', async () => {
    const { convert, leads, prospects } = begin();
    await convert();
    const outcome = await convert({}, 'job_a2');
    expect(outcome).toMatchObject({
      kind: 'refused',
      error: { details: { lead_id: 12, prospect_id: leads.get(12)?.prospectId } },
    });
    expect(prospects.size).toBe(1);
  });

  it('is refused for a lead that does not exist or has lost its ticket', async () => {
    const { convert, leads } = begin({ psaTicketId: null });
    expect(await convert()).toMatchObject({ error: { details: { field: 'psa_ticket_id' } } });
    leads.clear();
    expect(await convert()).toMatchObject({ error: { code: 'RESOURCE_NOT_FOUND' } });
  });
});

describe('a conversion with an opportunity', () => {
  it('moves the prospect through to qualified and promotes it, recording each step', async () => {
    const { convert, prospects, opportunities, leads, writes, ticket } = begin();
    await convert(withOpportunity);
    const prospect = prospects.get(leads.get(12)?.prospectId ?? 0);
    expect(prospect?.history.map(({ to }) => to)).toEqual(['new_prospect', 'prospecting', 'qualified']);
    expect(ticket()?.statusId).toBe(statusIdOf('qualified'));
    expect([...opportunities.values()]).toMatchObject([
      { prospectId: prospect?.prospectId, status: 'new_opportunity', opportunity: { value: 12_000 } },
    ]);
    expect(writes.flatMap(({ events = [] }) => events.map(({ type }) => type))).toEqual([
      'prospect.converted',
      'prospect.qualified',
      'opportunity.created',
    ]);
    expect(writes.map(({ end }) => end?.status ?? null)).toEqual([null, null, 'completed']);
    expect(writes[2]?.end?.result).toMatchObject({
      leadId: 12,
      opportunityId: prospect?.opportunityId,
      status: 'qualified',
    });
  });

  it.each([
    [
      'qualification data',
      { qualification: { ...qualified, timeframe: null } },
      withOpportunity,
      'timeframe',
    ],
    ['sales data', {}, { conversion_options: { create_opportunity: true } }, 'opportunity_data'],
  ])('without its %s is refused as a whole: the lead stays a lead', async (_name, lead, asked, field) => {
    const { convert, psa, leads } = begin(lead);
    const outcome = await convert(asked);
    expect(outcome.kind).toBe('refused');
    expect(JSON.stringify(outcome)).toContain(field);
    expect([psa.writes, leads.get(12)?.prospectId]).toEqual([[], null]);
  });

  it('resumes after an interruption, with one prospect and one opportunity', async () => {
    const { convert, psa, prospects, opportunities } = begin();
    psa.faults.plan('createOpportunity', 'away');
    await expect(convert(withOpportunity)).rejects.toThrow(PsaUnavailableError);
    expect([prospects.size, opportunities.size]).toEqual([1, 0]);
    expect(await convert(withOpportunity)).toEqual({ kind: 'recorded' });
    expect([prospects.size, opportunities.size, psa.opportunities.size]).toEqual([1, 1, 2]);
    const [prospect] = prospects.values();
    expect(prospect?.history.map(({ to }) => to)).toEqual(['new_prospect', 'prospecting', 'qualified']);
  });

  it('resumes with the status that people gave to the ticket while its second half was interrupted', async () => {
    const { convert, psa, ticket, ticketChanges, writes, opportunities } = begin();
    const begun = async () => convert(withOpportunity);
    psa.faults.plan('updateTicket', 'ok', 'away');
    await expect(begun()).rejects.toThrow(PsaUnavailableError);
    expect(ticket()?.statusId).toBe(10);
    psa.addTicket({ ...ticket(), statusId: 42 });
    expect(await begun()).toEqual({ kind: 'recorded' });
    expect([ticket()?.statusId, ticketChanges.length, opportunities.size]).toEqual([42, 1, 1]);
    expect(writes.flatMap(({ errorLogEntries = [] }) => errorLogEntries)).toMatchObject([
      { errorCode: 'STATUS_KEPT_IN_PSA', leadId: 12, jobId: 'job_a1' },
    ]);
  });

  it('takes a read that lags behind its first half for no change by people', async () => {
    const { deps, ticket, writes } = begin();
    const session = deps.psa.session({ priority: 'lifecycle' });
    const before = await session.getTicket(300);
    const stale = before === null ? null : { ...before, statusId: 42 };
    const lagging = { ...session, getTicket: async () => Promise.resolve(stale) };
    const input = { lead_id: 12, ...withOpportunity };
    await convertLead({ ...deps, psa: { session: () => lagging } }, jobOf('prospect_conversion', input));
    expect(ticket()?.statusId).toBe(statusIdOf('qualified'));
    expect(writes.flatMap(({ errorLogEntries = [] }) => errorLogEntries)).toEqual([]);
  });

  it('does not write the status of its second half again', async () => {
    const { convert, store, ticket, ticketChanges, race } = begin();
    const { record } = store;
    store.record = async (write) => {
      race.isLost = write.prospect !== undefined;
      await record(write);
    };
    await expect(convert(withOpportunity)).rejects.toThrow(StaleClaimError);
    store.record = record;
    race.isLost = false;
    expect(ticket()?.statusId).toBe(statusIdOf('qualified'));
    expect(await convert(withOpportunity)).toEqual({ kind: 'recorded' });
    expect(ticketChanges).toHaveLength(2);
  });

  it('reports what has been done if the PSA refuses the second half', async () => {
    const { convert, psa, prospects } = begin();
    psa.faults.plan('createOpportunity', 'refused');
    expect(await convert(withOpportunity)).toMatchObject({
      kind: 'refused',
      error: { code: 'EXTERNAL_API_ERROR', details: { lead_id: 12, actions_taken: ['lead_converted'] } },
    });
    expect([...prospects.values()]).toMatchObject([{ status: 'qualified' }]);
  });

  it('only continues with a prospect that it converted itself', async () => {
    const { convert, leads, prospects, psa } = begin({ prospectId: 21 });
    prospects.set(
      21,
      prospectRecord({ status: 'new_prospect', convertedBy: 'job_other', qualification: qualified }),
    );
    expect(await convert(withOpportunity)).toMatchObject({
      kind: 'refused',
      error: { details: { prospect_id: 21 } },
    });
    expect([psa.writes, leads.get(12)?.prospectId]).toEqual([[], 21]);
  });
});
