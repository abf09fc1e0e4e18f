import { describe, expect, it } from '@jest/globals';

import { eachDialect, eachPsa, useDialect, usePsa } from '../support/each-psa.js';
import { openLifecycleHarness, type LifecycleHarness } from '../support/lifecycle-harness.js';
import { useLifecycle } from '../support/use-lifecycle.js';

let harness: LifecycleHarness;
const places = useLifecycle((other) => {
  harness = other;
});

async function errorLogEntriesOf(leadId: number): Promise<Record<string, unknown>[]> {
  return await harness.mongo.collection('error_log').find({ leadId }).toArray();
}

describe.each(eachDialect)('a record, on the $name PSA', (kind) => {
  useDialect(kind, places);

  it('of a lead that opts out is a suppression as soon as its record says so', async () => {
    const { leadId, ticketId } = await harness.seedLead('contacted');
    const job = await harness.run('lead_status', {
      lead_id: leadId,
      status: 'do_not_contact',
      reason: 'Asked by phone',
    });
    expect(job.status).toBe('completed');
    expect(harness.simulator.ticket(ticketId)).toMatchObject({ status_id: 6, customfields: { 105: true } });
    expect(await harness.mongo.collection('suppressions').find({ leadId }).toArray()).toMatchObject([
      { ticketId, origin: 'lifecycle', reason: 'Asked by phone', status: 'pending' },
    ]);
    expect(await harness.records.findLead(leadId)).toMatchObject({
      status: 'do_not_contact',
      doNotContact: true,
    });
  });

  it.each<[string, (ticketId: number) => void]>([
    ['was deleted', (ticketId) => harness.simulator.removeTicket(ticketId)],
    ['cannot be reached', () => harness.simulator.faults.set({ kind: 'error', status: 503 })],
  ])('of a lead that opts out is a suppression even if its ticket %s', async (_how, fail) => {
    const { leadId, ticketId } = await harness.seedLead('contacted');
    fail(ticketId);
    const job = await harness.run('lead_status', { lead_id: leadId, status: 'do_not_contact' });
    expect(job.status).toBe('failed');
    expect(await harness.mongo.collection('suppressions').find({ leadId }).toArray()).toMatchObject([
      { ticketId, origin: 'lifecycle', status: 'pending' },
    ]);
    expect(await harness.records.findLead(leadId)).toMatchObject({ doNotContact: true });
  });

  it.each(['lead', 'prospect', 'opportunity'] as const)(
    'of a %s has each call as an Action of its ticket',
    async (of) => {
      const seeded = await {
        lead: async () => harness.seedLead('contacted'),
        prospect: async () => harness.seedProspect('prospecting'),
        opportunity: async () => harness.seedOpportunity('progressing'),
      }[of]();
      const id = seeded.leadId;
      const job = await harness.run('call_record', {
        [`${of}_id`]: id,
        occurred_at: '2025-11-20T11:30:00+02:00',
        direction: 'outbound',
        dialled_number: '+1 202 555 0100',
        duration_seconds: 95,
        agent: 'Front desk',
        outcome: 'Reached',
        next_action: 'Send material',
        notes: 'Prefers mornings',
      });
      expect(job.result).toMatchObject({
        success: true,
        leadId: id,
        prospectId: of === 'lead' ? null : id,
        opportunityId: of === 'opportunity' ? id : null,
        occurredAt: '2025-11-20T09:30:00.000Z',
      });
      const action = harness.simulator.actions(seeded.ticketId).at(-1);
      expect(action?.id).toBe(job.result?.['psaActionId']);
      expect(action?.note.split('\n')).toEqual([
        'Outbound call',
        'Date and time: 2025-11-20T09:30:00.000Z',
        'Dialled number: +1 202 555 0100',
        'Duration: 95 s',
        'Agent: Front desk',
        'Outcome: Reached',
        'Next action: Send material',
        'Notes: Prefers mornings',
        `Reference: ${String(job.result?.['callId'])}`,
      ]);
      const { items } = await harness.records.listCalls({ leadId: id, page: 1, limit: 10 });
      expect(items).toHaveLength(1);
    },
  );
});

describe.each(eachPsa)('the PSA, on the $name PSA', (kind) => {
  usePsa(kind, () => harness.simulator);

  it('may lack a status: the record still changes, and the error log reports it', async () => {
    const other = await openLifecycleHarness();
    try {
      other.simulator.faults.set({ kind: 'error', status: 404, path: '/api/Status' });
      const lead = await other.seedLead('researching');
      const job = await other.run('lead_status', { lead_id: lead.leadId, status: 'contacted' });
      expect(job.status).toBe('completed');
      expect(other.writes()).toEqual([]);
      expect(await other.mongo.collection('error_log').find().toArray()).toMatchObject([
        { level: 'warning', errorCode: 'STATUS_NOT_IN_PSA', leadId: lead.leadId, jobId: job.jobId },
      ]);
    } finally {
      await other.close();
    }
  });

  it('gets the status ids of the settings', async () => {
    harness.settings = { ...harness.settings, statusIds: { researching: 3 } };
    const { leadId, ticketId } = await harness.seedLead('new_lead');
    await harness.run('lead_status', { lead_id: leadId, status: 'researching' });
    expect(harness.simulator.ticket(ticketId)?.status_id).toBe(3);
  });

  it('may reject a transition, which ends the job at once with its message and changes nothing of ours', async () => {
    const { leadId } = await harness.seedLead('new_lead');
    harness.simulator.faults.set({ kind: 'error', status: 400, method: 'PUT', path: '/api/Tickets/*' });
    const job = await harness.run('lead_status', { lead_id: leadId, status: 'researching' });
    expect(job).toMatchObject({
      status: 'failed',
      error: { code: 'EXTERNAL_API_ERROR', details: { service: 'psa' } },
      progress: { total: 1, processed: 1, successful: 0, failed: 1 },
    });
    expect((await harness.records.findLead(leadId))?.status).toBe('new_lead');
    expect(await errorLogEntriesOf(leadId)).toMatchObject([
      { level: 'error', errorCode: 'EXTERNAL_API_ERROR' },
    ]);
    expect(harness.writes()).toHaveLength(1);
  });

  it('may reject the note of a transition: the record changes with its ticket, and the error log reports it', async () => {
    const lead = await harness.seedLead('new_lead');
    harness.simulator.faults.set({ kind: 'error', status: 400, method: 'POST', path: '/api/Actions' });
    const job = await harness.run('lead_status', {
      lead_id: lead.leadId,
      status: 'researching',
      reason: 'Claimed',
    });
    expect(job.status).toBe('completed');
    expect(harness.simulator.ticket(lead.ticketId)).toMatchObject({ status_id: 2 });
    expect(await harness.records.findLead(lead.leadId)).toMatchObject({ status: 'researching' });
    expect(await errorLogEntriesOf(lead.leadId)).toMatchObject([
      { level: 'warning', source: 'psa', errorCode: 'NOTE_REFUSED', jobId: job.jobId },
    ]);
  });

  it('may fail for a while: the job is retried, and only its last failure ends it', async () => {
    const { leadId } = await harness.seedLead('new_lead');
    const jobId = await harness.store('lead_status', { lead_id: leadId, status: 'researching' });
    harness.simulator.faults.set({
      kind: 'error',
      status: 503,
      times: 10,
      method: 'PUT',
      path: '/api/Tickets/*',
    });
    await expect(harness.attempt(jobId)).rejects.toThrow();
    expect((await harness.job(jobId)).status).toBe('active');
    harness.simulator.faults.clear();
    await harness.attempt(jobId);
    expect(await harness.job(jobId)).toMatchObject({
      status: 'completed',
      result: { status: 'researching' },
    });
  });
});

describe('a record that another worker has claimed', () => {
  it('makes the job wait without using an attempt, and without a write', async () => {
    const { leadId } = await harness.seedLead('new_lead');
    const jobId = await harness.store('lead_status', { lead_id: leadId, status: 'researching' });
    const theirs = { _id: 1_000_000_000 as never, keys: [`lead:${leadId}`] };
    await harness.mongo
      .collection('claim_sets')
      .insertOne({ ...theirs, until: new Date(Date.now() + 60_000) });
    expect(await harness.attempt(jobId)).toMatchObject({ done: false });
    expect(harness.writes()).toEqual([]);
    await harness.mongo.collection('claim_sets').deleteOne({ _id: theirs._id });
    expect(await harness.attempt(jobId)).toEqual({ done: true });
  });

  it('that was recorded under a later claim is not overwritten', async () => {
    const { leadId } = await harness.seedLead('new_lead');
    await harness.mongo
      .collection('leads')
      .updateOne({ _id: leadId as never }, { $set: { lifecycleFence: 1_000_000_000 } });
    const jobId = await harness.store('lead_status', { lead_id: leadId, status: 'researching' });
    const before = await harness.remembered();
    expect(await harness.attempt(jobId)).toMatchObject({ done: false });
    expect(await harness.remembered()).toEqual(before);
  });
});
