import { describe, expect, it } from '@jest/globals';
import type { TicketSnapshot } from '@leadbridge/domain';

import { jobOf } from '../lifecycle/testing/records.js';
import { PsaBudgetError } from '../ports/psa-errors.js';
import type { RecordOfTicket } from '../ports/reconciliation.js';
import { adoptTickets } from './adopt-tickets.js';
import { createReconciliationWorld, remedyJobId } from './testing/reconciliation-world.js';

const job = jobOf('reconciliation_remedy', { reconciliation_id: 'rec_1', remedy: 'adopt' }, remedyJobId);

function recordOf(psaTicketId: number): RecordOfTicket {
  return {
    ...{ leadId: 12, psaTicketId, status: 'new_lead', prospectStatus: null },
    ...{ irregular: null, keys: [], changedAt: 0 },
  };
}

function setUp() {
  const world = createReconciliationWorld();
  return {
    ...world,
    /** Returns how many of the tickets were done. */
    adopt: async (ticketIds: readonly number[], from = 0) => {
      let done = from;
      for await (const { through } of adoptTickets(world.deps, ticketIds, {
        ...{ job, reference: 'fnd_1', from },
      })) {
        done = through;
      }
      return done;
    },
    rowsByJob: () => world.storedJobs().map(({ jobId }) => world.jobs.rowsOf(jobId).map(({ data }) => data)),
  };
}

describe('the import of a ticket that no record knows', () => {
  it('neither updates the ticket nor writes its custom fields', async () => {
    const { adopt, psa, storedJobs } = setUp();
    psa.addTicket({ id: 300, email: 'alex@example.com' });
    expect(await adopt([300])).toBe(1);
    expect(storedJobs()).toMatchObject([
      {
        type: 'bulk_import',
        input: { source: 'manual', options: { update_existing: false, custom_fields: false } },
        actor: { id: 'key_1' },
      },
    ]);
  });

  it.each<[string, Partial<TicketSnapshot>, object]>([
    [
      'the names of its contact and client before those of its summary',
      { userName: 'Alex Example', clientName: 'Example Inc', summary: 'Someone - Elsewhere' },
      { name: 'Alex Example', company: 'Example Inc' },
    ],
    ['the names of its summary', { summary: 'Alex - Example' }, { name: 'Alex', company: 'Example' }],
    ['a summary that is a phone number', { summary: ' +15550100 ' }, { phone: '+15550100' }],
    ['no phone number that is only part of its summary', { summary: 'Call +15550100' }, {}],
    [
      'its research',
      { customFields: { 102: 'Design', 103: 'Hires', 104: 'Rollout' } },
      { services_offered: 'Design', growth_signals: 'Hires', project_pipelines: 'Rollout' },
    ],
    ['no empty values', { email: '', userName: '', customFields: { 102: null, 103: '' } }, {}],
  ])('has %s', async (_what, ticket, data) => {
    const { adopt, psa, rowsByJob } = setUp();
    psa.addTicket({ id: 300, ...ticket });
    await adopt([300]);
    expect(rowsByJob()).toEqual([[data]]);
  });

  it('has the email of its contact where the ticket does not tell it', async () => {
    const { adopt, psa, rowsByJob } = setUp();
    psa.addTicket({ id: 300, userId: 200 });
    psa.addTicket({ id: 301, userId: 201, summary: 'Robin - Example' });
    psa.addUser({ id: 200, email: 'alex@example.com', firstName: 'Alex', lastName: 'Example' });
    await adopt([300, 301]);
    expect(rowsByJob()).toEqual([
      [
        { email: 'alex@example.com', name: 'Alex Example' },
        { name: 'Robin', company: 'Example' },
      ],
    ]);
  });

  it.each([
    ['Provider A', 'provider_a'],
    ['Somebody unknown', 'manual'],
    [null, 'manual'],
  ])('is of the source that the ticket names (%s: %s)', async (label, source) => {
    const { adopt, psa, storedJobs } = setUp();
    psa.addTicket({ id: 300, email: 'alex@example.com', customFields: { 101: label } });
    await adopt([300]);
    expect(storedJobs()).toMatchObject([{ input: { source } }]);
  });
});

describe('tickets to adopt', () => {
  it('are imported once for each source', async () => {
    const { adopt, psa, rowsByJob } = setUp();
    psa.addTicket({ id: 300, email: 'a@example.com', customFields: { 101: 'Provider A' } });
    psa.addTicket({ id: 301, email: 'b@example.com' });
    psa.addTicket({ id: 302, email: 'c@example.com', customFields: { 101: 'Provider A' } });
    expect(await adopt([300, 301, 302])).toBe(3);
    expect(rowsByJob()).toEqual([
      [{ email: 'a@example.com' }, { email: 'c@example.com' }],
      [{ email: 'b@example.com' }],
    ]);
  });

  it('that have a record by now are neither read nor imported', async () => {
    const { adopt, psa, known, enqueued } = setUp();
    known.push(recordOf(300));
    psa.addTicket({ id: 300 });
    await adopt([300]);
    expect([psa.calls, enqueued]).toEqual([[], []]);
  });

  it('that are gone are not imported', async () => {
    const { adopt, psa, rowsByJob } = setUp();
    psa.addTicket({ id: 301, email: 'b@example.com' });
    expect(await adopt([300, 301])).toBe(2);
    expect(rowsByJob()).toEqual([[{ email: 'b@example.com' }]]);
  });

  it('are imported in parts, none of which is lost or stored twice when the budget runs out between them', async () => {
    const { adopt, psa, rowsByJob, storedJobs } = setUp();
    const ids = Array.from({ length: 501 }, (_, index) => 300 + index);
    ids.forEach((id) => psa.addTicket({ id, email: `alex${id}@example.com` }));
    psa.faults.plan('getTicket', ...ids.slice(1).map(() => 'ok' as const), 'no_budget');
    await expect(adopt(ids)).rejects.toThrow(PsaBudgetError);
    const [first] = storedJobs();
    expect(rowsByJob().map((rows) => rows.length)).toEqual([500]);
    expect(await adopt(ids, 500)).toBe(501);
    expect(rowsByJob().map((rows) => rows.length)).toEqual([500, 1]);
    expect(storedJobs()[0]).toBe(first);
  });
});
