import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { JobType } from '@leadbridge/contracts';

import { jobOf } from '../lifecycle/testing/records.js';
import { StaleClaimError } from '../ports/import-store.js';
import { PsaBudgetError, PsaUnavailableError } from '../ports/psa-errors.js';
import { createSuppressionWorld, optOutRecord } from '../suppression/testing/suppression-world.js';
import { budgetRetryAt } from '../testing/psa-faults.js';
import { DeadlyRowError } from '../work/deadly-row-error.js';
import { RecordBusyError } from '../work/record-busy-error.js';
import type { TryPart } from '../work/run-once.js';
import type { PsaTicketChange } from './apply-ticket-change.js';
import { syncTicketChanges } from './sync-ticket-changes.js';
import type { TicketNotification } from './ticket-notification.js';

const jobId = 'job_a1';
const startedAt = '2026-01-31T09:00:00.000Z';
const optOut = (ticketId: number): TicketNotification => ({
  ticketId,
  changes: { customfields: [{ id: 105, new_value: true }] },
});
const move = (ticketId: number, statusId = 4): TicketNotification => ({
  ticketId,
  changes: { status_id: { new_value: statusId } },
});
const budgetError = () => new PsaBudgetError(budgetRetryAt, { callsPerWindow: 500, windowMs: 300_000 });

/** Notifications, and a lifecycle that takes each change unless `applying` says otherwise for its ticket. */
function setUp() {
  const world = createSuppressionWorld();
  const applied: PsaTicketChange[] = [];
  const applying = new Map<number, () => Promise<void>>();
  for (const id of [300, 301]) {
    world.psa.addTicket({
      ...{ id, statusId: 4, email: `alex${id}@example.com` },
      customFields: { 101: 'Provider A', 105: true },
    });
  }
  const deps = {
    ...world.deps,
    async applyTicketChange(change: PsaTicketChange): Promise<void> {
      await applying.get(change.ticketId)?.();
      applied.push(change);
    },
  };
  const jobFor = (notifications: readonly TicketNotification[], isList: boolean) => ({
    ...jobOf('dnc_sync', { notifications, isList }, jobId),
    createdAt: startedAt,
  });
  return {
    ...world,
    ...{ applied, applying },
    failFor(ticketId: number, fault: Error): void {
      applying.set(ticketId, async () => Promise.reject(fault));
    },
    syncOne: async (notification: TicketNotification) =>
      syncTicketChanges(deps, jobFor([notification], false), null),
    syncList: async (notifications: readonly TicketNotification[], tryPart: TryPart | null = null) =>
      syncTicketChanges(deps, jobFor(notifications, true), tryPart),
    /** The stored jobs of a type other than the one under test, by id. */
    jobWithType: (id: string): JobType | undefined => world.jobs.recordOf(id)?.type,
  };
}

describe('a change that is no opt-out', () => {
  it('goes to the lifecycle as it arrived, and tells no provider', async () => {
    const { syncOne, applied, pushes } = setUp();
    expect(await syncOne(move(300))).toEqual({
      kind: 'done',
      result: { success: true, message: 'No Do Not Contact change' },
    });
    expect(applied).toEqual([{ ...move(300), jobId, at: startedAt }]);
    expect(pushes).toEqual([]);
  });

  it('is forced only where that was requested', async () => {
    const { syncList, applied } = setUp();
    await syncList([{ ...move(300), isForced: true }, move(301)]);
    expect(applied.map(({ ticketId, isForced }) => [ticketId, isForced])).toEqual([
      [300, true],
      [301, undefined],
    ]);
  });

  it('is not known in its details: the ticket is read, and what it shows is followed', async () => {
    const { syncOne, applied, psa } = setUp();
    psa.addTicket({ id: 302, statusId: 4, customFields: { 201: 'Slow' } });
    await syncOne({ ticketId: 302, changes: {}, isUntold: true });
    expect(applied).toMatchObject([
      {
        ticketId: 302,
        changes: { status_id: { new_value: 4 }, customfields: [{ id: 201, new_value: 'Slow' }] },
      },
    ]);
  });

  it('keeps the request to follow an illegal transition when its details are read from the ticket', async () => {
    const { syncOne, applied, psa } = setUp();
    psa.addTicket({ id: 302, statusId: 4 });
    await syncOne({ ticketId: 302, changes: {}, isUntold: true, isForced: true });
    expect(applied).toMatchObject([{ ticketId: 302, isForced: true }]);
  });

  it('has no effect where the ticket is gone and its details are not known', async () => {
    const { syncOne, applied, psa } = setUp();
    psa.tickets.clear();
    expect(await syncOne({ ticketId: 300, changes: {}, isUntold: true })).toMatchObject({ kind: 'done' });
    expect(applied).toMatchObject([{ ticketId: 300, changes: {} }]);
  });
});

describe('an opt-out', () => {
  it('gets what became of it at its provider as its response, and moves the lead too', async () => {
    const { syncOne, applied, pushes } = setUp();
    expect(await syncOne(optOut(300))).toMatchObject({
      kind: 'done',
      result: {
        success: true,
        ticketId: 300,
        suppressionResult: { provider: 'provider_a', status: 'suppressed', email: 'alex300@example.com' },
      },
    });
    expect(pushes).toHaveLength(1);
    expect(applied).toEqual([{ ...optOut(300), jobId, at: startedAt }]);
  });

  it('is found in a ticket whose change was reported without details', async () => {
    const { syncOne, pushes } = setUp();
    await syncOne({ ticketId: 300, changes: {}, isUntold: true });
    expect(pushes).toMatchObject([{ source: 'provider_a' }]);
  });

  it.each(['away', 'refused'] as const)(
    'that may be in a ticket is waited for while the PSA is %s, as long as opt-outs are retried',
    async (fault) => {
      const { syncOne, entries, psa, clock } = setUp();
      const untold = { ticketId: 300, changes: {}, isUntold: true };
      for (const [age, seconds] of [
        [0, 5],
        [6_000, 30],
        [6 * 24 * 3_600_000, 30],
      ] as const) {
        clock.pass(Date.parse(startedAt) + age - clock.now());
        psa.faults.plan('getTicket', fault);
        expect(await syncOne(untold)).toEqual({
          kind: 'waiting',
          continueAt: clock.now() + seconds * 1_000,
          reason: 'psa_unavailable',
        });
      }
      expect(await syncOne(untold)).toMatchObject({ kind: 'done' });
      expect(entries.size).toBe(1);
      clock.pass(2 * 24 * 3_600_000);
      psa.faults.plan('getTicket', fault);
      await expect(syncOne(untold)).rejects.toThrow('The PSA');
    },
  );

  it('of a lead that has opted out already is not found a second time', async () => {
    const { syncOne, pushes, leads } = setUp();
    leads.push(optOutRecord({ status: 'do_not_contact', doNotContact: true }));
    await syncOne({ ticketId: 300, changes: {}, isUntold: true });
    expect(pushes).toEqual([]);
  });

  it('of a lead whose entry an admin has removed since is recorded again', async () => {
    const { syncOne, entries, leads } = setUp();
    leads.push(optOutRecord({ status: 'do_not_contact', doNotContact: false }));
    await syncOne({ ticketId: 300, changes: {}, isUntold: true });
    expect(entries.size).toBe(1);
  });

  it('tells the provider once, however often its job runs', async () => {
    const { syncOne, pushes, entries } = setUp();
    const [first, second] = [await syncOne(optOut(300)), await syncOne(optOut(300))];
    expect(second).toEqual(first);
    expect([pushes.length, entries.size]).toEqual([1, 1]);
  });

  it('has its lead follow even an illegal transition where that was requested', async () => {
    const { syncOne, applied, failFor, jobs } = setUp();
    const requested = { ticketId: 300, changes: {}, isUntold: true, isForced: true };
    await syncOne(requested);
    expect(applied).toMatchObject([{ ticketId: 300, isForced: true }]);
    failFor(300, new RecordBusyError('busy'));
    await syncOne(requested);
    expect(jobs.recordOf(`${jobId}-0`)?.input).toMatchObject({ notifications: [{ isForced: true }] });
  });

  it('is refused, and not followed, where its ticket cannot be read', async () => {
    const { syncOne, applied, psa } = setUp();
    psa.faults.plan('getTicket', 'away');
    expect(await syncOne(optOut(300))).toEqual({
      kind: 'refused',
      error: {
        code: 'EXTERNAL_API_ERROR',
        message: 'Ticket 300 could not be read: The PSA is away',
        details: { ticket_id: 300 },
      },
    });
    expect(applied).toEqual([]);
  });

  it('waits for the budget of the PSA', async () => {
    const { syncOne, psa } = setUp();
    psa.faults.plan('getTicket', 'no_budget');
    await expect(syncOne(optOut(300))).rejects.toThrow(PsaBudgetError);
  });
});

describe('an opt-out whose lead cannot follow at once', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  const followUpId = `${jobId}-0`;

  it.each<[string, Error]>([
    ['the lead is busy', new RecordBusyError('busy')],
    ['the PSA is away', new PsaUnavailableError('away')],
    ['the budget is used up', budgetError()],
  ])('gets its response all the same where %s, and a job lets the lead follow later', async (_why, fault) => {
    const { syncOne, failFor, jobs, enqueued } = setUp();
    failFor(300, fault);
    expect(await syncOne(optOut(300))).toMatchObject({ kind: 'done', result: { success: true } });
    expect(jobs.recordOf(followUpId)).toMatchObject({
      type: 'ticket_change',
      input: { notifications: [optOut(300)], isList: false },
      actor: { id: 'key_1' },
    });
    expect(enqueued).toEqual([followUpId]);
  });

  it('gets its response after a short wait where the lifecycle takes long', async () => {
    const { syncOne, applying, jobWithType } = setUp();
    applying.set(300, async () => new Promise(() => undefined));
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const response = syncOne(optOut(300));
    await jest.advanceTimersByTimeAsync(1_999);
    expect(jobWithType(followUpId)).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(await response).toMatchObject({ kind: 'done' });
    expect(jobWithType(followUpId)).toBe('ticket_change');
  });

  it('has one such job, which a repeated run only enqueues again', async () => {
    const { syncOne, failFor, jobs, enqueued } = setUp();
    failFor(300, new RecordBusyError('busy'));
    await syncOne(optOut(300));
    const stored = jobs.recordOf(followUpId);
    await syncOne(optOut(300));
    expect(jobs.recordOf(followUpId)).toBe(stored);
    expect(enqueued).toEqual([followUpId, followUpId]);
  });

  it('has its job stored although the queue is away', async () => {
    const world = setUp();
    world.failFor(300, new RecordBusyError('busy'));
    world.deps.queue.enqueue = async () => Promise.reject(new Error('Redis is away'));
    expect(await world.syncOne(optOut(300))).toMatchObject({ kind: 'done' });
    expect(world.jobWithType(followUpId)).toBe('ticket_change');
  });
});

describe('a list of notifications', () => {
  it('gets its response in its order, each with its own result', async () => {
    const { syncList } = setUp();
    expect(await syncList([move(301), optOut(300)])).toMatchObject({
      kind: 'done',
      result: {
        success: true,
        results: [
          { ticketId: 301, message: 'No Do Not Contact change' },
          { ticketId: 300, suppressionResult: { status: 'suppressed' } },
        ],
      },
    });
  });

  it('of none is done', async () => {
    expect(await setUp().syncList([])).toEqual({ kind: 'done', result: { success: true, results: [] } });
  });

  it('names those that failed beside those that did not, as callers read them', async () => {
    const { syncList, psa } = setUp();
    psa.tickets.delete(300);
    expect(await syncList([optOut(300), move(301)])).toMatchObject({
      kind: 'refused',
      error: {
        code: 'EXTERNAL_API_ERROR',
        message: '1 of 2 notifications could not be processed',
        details: {
          results: [
            { success: false, ticket_id: 300, error: expect.stringContaining('does not exist') },
            { success: true, ticket_id: 301 },
          ],
        },
      },
    });
  });

  it('has every other notification processed where one fails, so that a repetition has less to do', async () => {
    const { syncList, failFor, applied } = setUp();
    failFor(300, new PsaUnavailableError('away'));
    await expect(syncList([move(300), move(301)])).rejects.toThrow('away');
    expect(applied.map(({ ticketId }) => ticketId)).toEqual([301]);
  });

  it.each<[string, Error]>([
    ['the budget', budgetError()],
    ['a busy record', new RecordBusyError('busy')],
    ['a lost claim', new StaleClaimError('lost')],
  ])('fails with a real fault rather than with %s, which would cost no attempt', async (_name, patient) => {
    const { syncList, failFor } = setUp();
    failFor(300, patient);
    failFor(301, new PsaUnavailableError('away'));
    await expect(syncList([move(300), move(301)])).rejects.toThrow('away');
    failFor(301, patient);
    await expect(syncList([move(300), move(301)])).rejects.toBe(patient);
  });

  it('fails with an error whatever was thrown', async () => {
    const { syncList, applying } = setUp();
    applying.set(300, async () => {
      AbortSignal.abort('a text').throwIfAborted();
    });
    await expect(syncList([move(300)])).rejects.toMatchObject({
      message: 'The notification failed',
      cause: 'a text',
    });
  });
});

describe('a list in the middle of which processes have ended', () => {
  it('is tried one by one; the notification that they ended of is set aside, and an operator is told', async () => {
    const { syncList, applied, store } = setUp();
    const tried: [number, string][] = [];
    let underWay = 0;
    const tryPart: TryPart = async ({ index, subject }, { work, setAside }) => {
      underWay += 1;
      expect(underWay).toBe(1);
      tried.push([index, subject]);
      const response = await (index === 0 ? setAside(new DeadlyRowError(4, subject, true)) : work());
      underWay -= 1;
      return response;
    };
    expect(await syncList([optOut(300), move(301)], tryPart)).toMatchObject({
      kind: 'refused',
      error: { message: '1 of 2 notifications could not be processed' },
    });
    expect(tried).toEqual([
      [0, 'notification'],
      [1, 'notification'],
    ]);
    expect(applied.map(({ ticketId }) => ticketId)).toEqual([301]);
    expect(store.errorLog).toMatchObject([
      {
        level: 'error',
        message: expect.stringMatching(/ended 4 times.*ticket 300 contains an opt-out/u),
        source: 'suppression',
        jobId,
        requestId: 'req_1',
      },
    ]);
  });
});
