import { describe, expect, it } from '@jest/globals';
import type { Remedy } from '@leadbridge/domain';

import { jobOf } from '../lifecycle/testing/records.js';
import { PsaBudgetError, PsaUnavailableError } from '../ports/psa-errors.js';
import type { Finding } from '../ports/reconciliation.js';
import type { RowOutcome } from '../ports/row-outcome.js';
import { giveRemediesUp, takeRemedies } from './take-remedies.js';
import { createReconciliationWorld, findingOf, remedyJobId } from './testing/reconciliation-world.js';

const optOutDetails = { flag: true, psa_status: 'contacted', psa_status_id: 3 };

function setUp(...findings: readonly Finding[]) {
  const world = createReconciliationWorld();
  world.pending.push(...findings);
  const take = async (remedy: Remedy) =>
    takeRemedies(
      world.deps,
      jobOf('reconciliation_remedy', { reconciliation_id: 'rec_1', remedy }, remedyJobId),
    );
  return { ...world, take };
}

describe('the remedy follow', () => {
  it('has a ticket read again whatever has changed, and its illegal transition followed', async () => {
    const { take, storedJobs, settled } = setUp(findingOf(300));
    expect(await take('follow')).toEqual({
      kind: 'done',
      result: { success: true, reconciliationId: 'rec_1', remedy: 'follow', resolved: 1, failed: 0 },
    });
    expect(storedJobs()).toMatchObject([
      {
        type: 'ticket_change',
        input: {
          notifications: [{ ticketId: 300, changes: {}, isUntold: true, isForced: true }],
          isList: false,
        },
        actor: { id: 'key_1' },
      },
    ]);
    expect(settled.get('fnd_300')).toBeNull();
  });
});

describe('the remedy opt_out', () => {
  it.each<[string, Finding['details'], object]>([
    ['a flag', optOutDetails, { customfields: [{ id: 105, new_value: true }] }],
    [
      'a status',
      { flag: false, psa_status: 'do_not_contact', psa_status_id: 6 },
      { status_id: { new_value: 6 } },
    ],
    [
      'a status that is known by its name alone',
      { flag: false, psa_status: 'do_not_contact', psa_status_id: 71 },
      { status_id: { new_value: 71 }, customfields: [{ id: 105, new_value: true }] },
    ],
    [
      'both',
      { flag: true, psa_status: 'do_not_contact', psa_status_id: 6 },
      { status_id: { new_value: 6 }, customfields: [{ id: 105, new_value: true }] },
    ],
  ])('sends the notification that %s should have caused', async (_sign, details, changes) => {
    const { take, storedJobs } = setUp(findingOf(300, { kind: 'opt_out_missing', details }));
    await take('opt_out');
    expect(storedJobs()).toMatchObject([
      { type: 'dnc_sync', input: { notifications: [{ ticketId: 300 }] }, actor: { id: 'key_1' } },
    ]);
    expect(storedJobs()[0]?.input['notifications']).toEqual([{ ticketId: 300, changes }]);
  });
});

describe.each<Remedy>(['follow', 'opt_out'])('the work that %s causes', (remedy) => {
  const given = [findingOf(300, { details: optOutDetails }), findingOf(301, { details: optOutDetails })];

  it('is stored once, although the run before ended between the job and its finding', async () => {
    const { take, settled, storedJobs, enqueued, jobs } = setUp(...given);
    await take(remedy);
    const stored = storedJobs();
    settled.clear();
    await take(remedy);
    expect([stored.length, enqueued.length]).toEqual([2, 4]);
    expect(stored.map(({ jobId }) => jobs.recordOf(jobId))).toEqual(stored);
    expect(storedJobs()[0]).toBe(stored[0]);
  });

  it('is stored although the queue is away', async () => {
    const world = setUp(...given);
    const stored: string[] = [];
    const { create } = world.deps.jobs;
    Object.assign(world.deps, {
      jobs: {
        ...world.deps.jobs,
        create: async (job: Parameters<typeof create>[0]) => {
          stored.push(job.jobId);
          await create(job);
        },
      },
      queue: { enqueue: async () => Promise.reject(new Error('Redis is away')) },
    });
    expect(await world.take(remedy)).toMatchObject({ result: { resolved: 2 } });
    expect(new Set(stored).size).toBe(2);
  });

  it('is refused for a finding without a ticket', async () => {
    const { take, enqueued } = setUp(findingOf(null));
    expect(await take(remedy)).toMatchObject({
      kind: 'refused',
      error: { message: 'The finding has no ticket' },
    });
    expect(enqueued).toEqual([]);
  });
});

describe('the remedy mark', () => {
  it.each<[string, unknown, string | null]>([
    ['is there', 'sup_1', null],
    ['was erased', 'sup_2', 'The suppression no longer exists'],
    ['is not named', undefined, 'The suppression no longer exists'],
  ])('of a suppression that %s', async (_how, suppressionId, error) => {
    const details = { suppression_id: suppressionId };
    const { take, settled, suppressionIds } = setUp(findingOf(300, { kind: 'opt_out_unmarked', details }));
    suppressionIds.add('sup_1');
    await take('mark');
    expect(settled.get('fnd_300')).toBe(error);
  });
});

describe('the remedy forget', () => {
  it('unlinks a ticket that is gone from its lead', async () => {
    const { take, settled, linked } = setUp(findingOf(300));
    linked.set(300, 12);
    await take('forget');
    expect([settled.get('fnd_300'), linked.size]).toEqual([null, 0]);
  });

  it('is refused while the PSA has the ticket', async () => {
    const { take, settled, linked, psa } = setUp(findingOf(300));
    linked.set(300, 12);
    psa.addTicket({ id: 300 });
    await take('forget');
    expect([settled.get('fnd_300'), linked.size]).toEqual(['The PSA has the ticket', 1]);
  });

  it.each<[string, number | null]>([
    ['that has another ticket by now', 13],
    ['that is not known', null],
  ])('is refused for a lead %s', async (_which, leadId) => {
    const { take, settled, linked } = setUp(findingOf(300, { leadId }));
    linked.set(300, 12);
    await take('forget');
    expect(settled.get('fnd_300')).toBe('The lead has another ticket by now');
  });

  it.each([
    ['away', PsaUnavailableError],
    ['no_budget', PsaBudgetError],
  ] as const)('leaves the finding to the next run where the PSA is %s', async (fault, thrown) => {
    const { take, settled, linked, psa } = setUp(findingOf(300), findingOf(301));
    linked.set(300, 12).set(301, 12);
    psa.faults.plan('getTicket', 'ok', fault);
    await expect(take('forget')).rejects.toThrow(thrown);
    expect([...settled]).toEqual([['fnd_300', null]]);
    // The next run goes on with the second one, and counts both.
    expect(await take('forget')).toMatchObject({ kind: 'done', result: { resolved: 2, failed: 0 } });
  });
});

it('findings are open again, with the reason, if their remedies are given up', async () => {
  const { take, settled, linked, psa, deps } = setUp(findingOf(300), findingOf(301), findingOf(302));
  linked.set(300, 12);
  psa.faults.plan('getTicket', 'ok', 'away');
  await expect(take('forget')).rejects.toThrow(PsaUnavailableError);
  await giveRemediesUp(deps, remedyJobId, 'The PSA is away');
  expect([...settled.values()]).toEqual([null, 'The PSA is away', 'The PSA is away']);
});

it('the remedy keep silences the finding by its kind and subject', async () => {
  const { take, kept } = setUp(findingOf(300, { kind: 'missing_ticket' }));
  await take('keep');
  expect(kept).toEqual(['missing_ticket ticket:300 2026-01-31T09:00:00.000Z']);
});

describe('the remedy adopt', () => {
  it('imports the ticket of a finding, or all those that it sums up', async () => {
    const { take, storedJobs, psa, jobs } = setUp(
      findingOf(300),
      findingOf(null, { kind: 'unknown_before_first_import', ticketIds: [301, 302] }),
    );
    [300, 301, 302].forEach((id) => psa.addTicket({ id, email: `alex${id}@example.com` }));
    expect(await take('adopt')).toMatchObject({ kind: 'waiting' });
    const sizes = storedJobs().map(({ jobId }) => jobs.rowsOf(jobId).length);
    expect(sizes.sort((one, other) => one - other)).toEqual([1, 2]);
  });

  const adopted: RowOutcome = {
    ...{ status: 'succeeded', result: 'skipped', leadId: 7, psaTicketId: 300, qualityScore: 0 },
    ...{ warnings: [], actionsTaken: [] },
  };
  const failed: RowOutcome = { status: 'failed', code: 'ERASED', error: 'The person was erased' };

  it.each<[string, readonly RowOutcome[], string | null]>([
    ['is recorded', [adopted], null],
    ['fails', [failed], '1 of 1 tickets were not adopted (ERASED: 1)'],
    ['is of an erased opt-out', [{ ...adopted, leadId: null }], 'not adopted (DO_NOT_CONTACT: 1)'],
    ['is of a person with another ticket', [{ ...adopted, psaTicketId: 299 }], '(OTHER_TICKET: 1)'],
    ['is not reached', [], '(NOT_PROCESSED: 1)'],
  ])('is settled by the import of the ticket, which %s, and not before', async (_how, outcomes, error) => {
    const { take, storedJobs, psa, settled, endImport, enqueued } = setUp(findingOf(300));
    psa.addTicket({ id: 300, email: 'alex@example.com' });
    for (let run = 0; run < 3; run += 1) {
      expect(await take('adopt')).toMatchObject({ kind: 'waiting' });
      expect([settled.size, enqueued.length, psa.calls.length]).toEqual([0, 1, 1]);
    }
    storedJobs().forEach(({ jobId }) => {
      endImport(jobId, outcomes);
    });
    expect(await take('adopt')).toMatchObject(
      error === null
        ? { kind: 'done', result: { resolved: 1, failed: 0 } }
        : { kind: 'refused', error: { message: expect.stringContaining(error) } },
    );
    expect(settled.get('fnd_300') ?? null).toEqual(error === null ? null : expect.stringContaining(error));
  });

  it('counts what failed, whichever run has found it', async () => {
    const { take, storedJobs, psa, endImport } = setUp(findingOf(300), findingOf(301), findingOf(302));
    [300, 301].forEach((id) => psa.addTicket({ id, email: `alex${id}@example.com` }));
    await take('adopt');
    const [one, other] = storedJobs();
    endImport(one?.jobId ?? '', [adopted]);
    expect(await take('adopt')).toMatchObject({ kind: 'waiting' });
    endImport(other?.jobId ?? '', [failed]);
    expect(await take('adopt')).toMatchObject({ kind: 'done', result: { resolved: 1, failed: 2 } });
  });

  it('goes on where the budget of the PSA ended, however few tickets it allows to read at once', async () => {
    const ids = Array.from({ length: 35 }, (_, index) => 300 + index);
    const kind = 'unknown_before_first_import';
    const { take, psa, jobs, storedJobs } = setUp(findingOf(null, { kind, ticketIds: ids }));
    ids.forEach((id) => psa.addTicket({ id, email: `alex${id}@example.com` }));
    for (let window = 0; window < 3; window += 1) {
      psa.faults.plan('getTicket', ...Array.from({ length: 10 }, () => 'ok' as const), 'no_budget');
      await expect(take('adopt')).rejects.toThrow(PsaBudgetError);
    }
    expect(await take('adopt')).toMatchObject({ kind: 'waiting' });
    expect(psa.calls).toHaveLength(ids.length + 3);
    const emails = storedJobs().flatMap(({ jobId }) => jobs.rowsOf(jobId).map(({ data }) => data));
    expect(emails).toEqual(ids.map((id) => ({ email: `alex${id}@example.com` })));
  });

  it('passes over a ticket that the PSA refuses to show', async () => {
    const kind = 'unknown_before_first_import';
    const { take, psa, jobs, storedJobs } = setUp(findingOf(null, { kind, ticketIds: [300, 301] }));
    [300, 301].forEach((id) => psa.addTicket({ id, email: `alex${id}@example.com` }));
    psa.faults.plan('getTicket', 'refused');
    expect(await take('adopt')).toMatchObject({ kind: 'waiting' });
    const rows = storedJobs().flatMap(({ jobId }) => jobs.rowsOf(jobId).map(({ data }) => data));
    expect(rows).toEqual([{ email: 'alex301@example.com' }]);
  });

  it('is refused for tickets that are all gone', async () => {
    const { take, settled, enqueued } = setUp(findingOf(300));
    await take('adopt');
    expect([settled.get('fnd_300'), enqueued]).toEqual(['The ticket is gone', []]);
  });
});

describe('a request for many findings', () => {
  const many = Array.from({ length: 250 }, (_, index) => findingOf(300 + index, { kind: 'missing_ticket' }));

  it('takes them all', async () => {
    const { take } = setUp(...many);
    expect(await take('keep')).toMatchObject({ result: { resolved: 250, failed: 0 } });
  });

  it('takes the others where the PSA refuses what one of them asks', async () => {
    const { take, linked, psa, settled } = setUp(findingOf(300), findingOf(301));
    [300, 301].forEach((id) => linked.set(id, 12));
    psa.faults.plan('getTicket', 'refused');
    expect(await take('forget')).toMatchObject({ kind: 'done', result: { resolved: 1, failed: 1 } });
    expect(settled.get('fnd_300')).toBe('The PSA refused the request');
  });

  it('is done where some were refused, and refused with the last reason where all were', async () => {
    const { take, linked } = setUp(findingOf(300), findingOf(301));
    linked.set(300, 12);
    expect(await take('forget')).toMatchObject({ kind: 'done', result: { resolved: 1, failed: 1 } });
    expect(await setUp(findingOf(300)).take('forget')).toEqual({
      kind: 'refused',
      error: {
        code: 'VALIDATION_ERROR',
        message: 'The lead has another ticket by now',
        details: { field: 'remedy', value: 'forget' },
      },
    });
  });
});

describe('the remedy alias', () => {
  const finding = (...ids: readonly number[]) =>
    findingOf(null, {
      ...{ findingId: 'fnd_1', kind: 'duplicate_client' },
      details: { oldest_id: ids[0], entries: ids.map((id) => ({ id })) },
    });
  const clientsOf = (world: ReturnType<typeof setUp>, count: number): readonly number[] =>
    Array.from({ length: count }, () => world.psa.addClient('Acme Inc').id);

  it('lets later imports of the company use the oldest client, or the chosen one', async () => {
    const world = setUp();
    const [oldest = 0, other = 0] = clientsOf(world, 2);
    world.pending.push(finding(oldest, other));
    expect(await world.take('alias')).toMatchObject({ result: { resolved: 1, failed: 0 } });
    expect(world.aliases).toMatchObject([
      {
        ...{ companyKey: 'acme', company: 'Acme Inc', domain: null },
        candidates: [{ clientId: oldest }, { clientId: other }],
        decision: { clientId: oldest, name: 'Acme Inc' },
      },
    ]);
    const chosen = setUp();
    clientsOf(chosen, 2);
    chosen.pending.push(finding(oldest, other));
    const input = { reconciliation_id: 'rec_1', remedy: 'alias', client_id: other } as const;
    await takeRemedies(chosen.deps, jobOf('reconciliation_remedy', input, remedyJobId));
    expect(chosen.aliases).toMatchObject([{ decision: { clientId: other } }]);
  });

  it('is refused for a client that the PSA no longer has', async () => {
    const world = setUp();
    world.pending.push(finding(901, 902));
    expect(await world.take('alias')).toMatchObject({
      error: { message: 'The PSA no longer has the client' },
    });
    expect(world.aliases).toEqual([]);
  });
});
