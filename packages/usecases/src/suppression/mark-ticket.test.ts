import { describe, expect, it } from '@jest/globals';

import { PsaUncertainError, PsaUnavailableError } from '../ports/psa-errors.js';
import { addToOptOutList, markTicket } from './mark-ticket.js';
import { begunAt } from './testing/memory-suppressions.js';
import { createSuppressionWorld, optOutRecord, workOn } from './testing/suppression-world.js';

function begin(marks: readonly ('flag' | 'status' | 'list')[], options = {}) {
  const world = createSuppressionWorld(options);
  const ticket = world.psa.addTicket({ id: 300 });
  const entry = world.add({ ticketId: ticket.id, leadId: 12, marks });
  const standing = () => world.find(entry.suppressionId) ?? entry;
  const mark = async (given = {}) => {
    const [work, context] = [workOn(standing()), world.context(given)];
    await markTicket(work, context);
    await addToOptOutList([work], context);
  };
  return { ...world, mark, standing };
}

describe('the flag of an opt-out on its ticket', () => {
  it.each([
    ['is set if the ticket lacks it', {}, true, 1],
    ['is set if someone has cleared it', { 105: false }, true, 1],
    ['is not written if it is set, whatever the PSA writes for yes', { 105: 'Yes' }, 'Yes', 0],
  ])('%s', async (_name, customFields, expected, writes) => {
    const { psa, mark, standing } = begin(['flag']);
    psa.addTicket({ id: 300, customFields });
    await mark();
    expect(psa.tickets.get(300)?.customFields[105]).toBe(expected);
    expect(psa.writes).toHaveLength(writes);
    expect(standing().marks).toEqual([]);
  });

  it('is set even if the first response is lost', async () => {
    const { psa, mark, standing } = begin(['flag']);
    psa.faults.plan('updateTicket', 'request_lost');
    await mark();
    expect(psa.tickets.get(300)?.customFields[105]).toBe(true);
    expect(standing().marks).toEqual([]);
  });

  it('is left to people if the PSA refuses it, who are notified, and the other marks are set', async () => {
    const { psa, mark, standing, errorLog } = begin(['flag', 'list']);
    psa.addList('Do Not Contact');
    psa.faults.plan('updateTicket', 'refused');
    await mark();
    expect(errorLog).toMatchObject([{ level: 'error', errorCode: 'DO_NOT_CONTACT_NOT_MARKED', leadId: 12 }]);
    expect(errorLog[0]?.message).toContain('ticket 300');
    expect(psa.ticketsOn('Do Not Contact')).toEqual([300]);
    expect(standing().marks).toEqual([]);
  });

  it('stays due while the PSA is unavailable, like the marks after it', async () => {
    const { psa, mark, standing } = begin(['flag', 'list']);
    psa.faults.plan('getTicket', 'away');
    await expect(mark()).rejects.toThrow(PsaUnavailableError);
    expect(standing().marks).toEqual(['flag', 'list']);
  });

  it('is set once, even if a mark after it has to be retried', async () => {
    const { psa, mark, standing } = begin(['flag', 'list']);
    psa.addList('Do Not Contact');
    psa.faults.plan('lists', 'away');
    await expect(mark()).rejects.toThrow(PsaUnavailableError);
    expect(standing().marks).toEqual(['list']);
  });

  it('stays due if no response arrives at all', async () => {
    const { psa, mark, standing } = begin(['flag']);
    psa.faults.plan('updateTicket', 'response_lost', 'response_lost', 'response_lost');
    await expect(mark()).rejects.toThrow(PsaUncertainError);
    expect(standing().marks).toEqual(['flag']);
  });

  it('does nothing for an entry without a ticket', async () => {
    const world = createSuppressionWorld();
    const entry = world.add({ marks: ['flag', 'status', 'list'] });
    await markTicket(workOn(entry), world.context());
    expect(world.psa.calls).toEqual([]);
    expect(world.find(entry.suppressionId)).toEqual(entry);
  });
});

async function end(
  { runs }: ReturnType<typeof begin>['jobs'],
  status: 'completed' | 'failed',
): Promise<void> {
  await runs.begin(['job_1'], begunAt);
  await runs.finish({ jobId: 'job_1', at: begunAt, status, result: null, error: null });
}

describe('the transition of a lead whose person opted out', () => {
  it.each([
    ['contacted', true],
    ['new_lead', false],
    ['engaged', false],
    ['do_not_contact', false],
    ['no_interest', false],
    ['undone', false],
  ])('from %s is requested: %p', async (status, isAsked) => {
    const { leads, jobs, mark, enqueued, standing } = begin(['status']);
    leads.push(optOutRecord({ status }));
    await mark();
    expect(enqueued).toEqual(isAsked ? ['job_1'] : []);
    const input = { lead_id: 12, status: 'do_not_contact', reason: 'Asked on the phone' };
    expect(jobs.recordOf('job_1')?.input ?? null).toEqual(isAsked ? input : null);
    expect(standing().marks).toEqual(isAsked ? ['status'] : []);
  });

  it('is one job, however often the entry is processed, and stays due until it has ended', async () => {
    const { leads, jobs, mark, add, standing, enqueued } = begin(['status']);
    leads.push(optOutRecord());
    await mark();
    add({ ...standing(), ticketAttempts: 1, reason: 'Another reason' });
    await mark();
    expect(new Set(enqueued)).toEqual(new Set(['job_1']));
    expect(standing().marks).toEqual(['status']);
    leads.splice(0, 1, optOutRecord({ status: 'do_not_contact' }));
    await end(jobs, 'completed');
    await mark();
    expect(standing().marks).toEqual([]);
  });

  it('is left to people if its job fails, until they want the marks again', async () => {
    const { leads, jobs, mark, add, standing, enqueued } = begin(['status']);
    leads.push(optOutRecord());
    await mark();
    await end(jobs, 'failed');
    add({ ...standing(), ticketAttempts: 1 });
    await mark();
    expect([enqueued, standing().marks]).toEqual([['job_1'], []]);
    add({ ...standing(), marks: ['status'], ticketAttempts: 0 });
    await mark();
    await mark();
    const [, second, ...others] = enqueued;
    expect(second).not.toBe('job_1');
    expect(others).toEqual([second]);
  });

  it('is stored even if the queue is unavailable', async () => {
    const { leads, jobs, mark, standing } = begin(['status']);
    leads.push(optOutRecord());
    await mark({ queue: { enqueue: async () => Promise.reject(new Error('Redis is unavailable')) } });
    expect(jobs.recordOf('job_1')?.type).toBe('lead_status');
    expect(standing().marks).toEqual(['status']);
  });

  it('is not requested if the ticket does not belong to a lead', async () => {
    const { mark, enqueued, standing } = begin(['status']);
    await mark();
    expect(enqueued).toEqual([]);
    expect(standing().marks).toEqual([]);
  });
});

describe('the Do Not Contact list', () => {
  it('gets the ticket once, however often the entry is processed', async () => {
    const { psa, mark, add, standing } = begin(['list']);
    psa.addList('Do Not Contact');
    await mark();
    add({ ...standing(), marks: ['list'] });
    await mark();
    expect(psa.ticketsOn('Do Not Contact')).toEqual([300]);
  });

  it('is reported if the PSA lacks it, without blocking anything', async () => {
    const { mark, errorLog, standing } = begin(['list']);
    await mark();
    expect(errorLog).toMatchObject([{ level: 'warning', errorCode: 'LIST_MISSING' }]);
    expect(errorLog[0]?.message).toContain('Do Not Contact');
    expect(standing().marks).toEqual([]);
  });

  it('is not looked up if lists are off', async () => {
    const { psa, mark, errorLog, standing } = begin(['list'], { listing: 'off' });
    await mark();
    expect([psa.calls, errorLog]).toEqual([[], []]);
    expect(standing().marks).toEqual([]);
  });
});
