import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { MemoryPsaOptions } from '../../testing/memory-psa.js';
import { alex, robin, rowState, type RowGiven } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { createTickets } from './tickets.js';

function setUp(options: MemoryPsaOptions = {}) {
  const world = createImportWorld(options);
  const client = world.psa.addClient('Example Inc');
  const site = world.psa.addSite(client.id);
  const context = stageContext(world);
  return {
    ...world,
    context,
    fresh(data: { readonly email: string } = alex, given: RowGiven = {}) {
      const user = world.psa.addUser({ email: data.email, clientId: client.id });
      const psaIds = { clientId: client.id, siteId: site.id, userId: user.id };
      return rowState(data, { ...given, learnt: { plan: { kind: 'create' }, psaIds } });
    },
  };
}

const fault = fc.constantFrom('ok', 'response_lost', 'request_lost', 'refused');

describe('the tickets of new leads', () => {
  it('contain their lead, its key and the reference of the row', async () => {
    const { fresh, context, psa } = setUp();
    const row = fresh({ ...alex, technologies: 'AWS' } as typeof alex);
    await createTickets([row], context);
    const ticket = psa.tickets.get(row.ticketId ?? 0);
    expect(ticket).toMatchObject({
      summary: 'Alex Example - Example',
      customFields: { 101: 'CSV', 106: 'AWS' },
    });
    expect(ticket?.details).toContain('Reference: job_a1#0');
    expect(ticket?.ownKey).toMatch(/^lb:[0-9a-f]{32}$/u);
    expect(context.observed.all().tickets).toHaveLength(1);
  });

  it('are one for each row, even if responses are lost', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fault, { maxLength: 2 }), { minLength: 1, maxLength: 4 }),
        async (fates) => {
          const { fresh, context, psa } = setUp();
          const rows = fates.map((_, index) =>
            fresh({ ...alex, email: `alex${index}@example.com` }, { index }),
          );
          psa.faults.plan(
            'createTickets',
            ...fates.map(([first = 'ok']) => first),
            ...fates.flatMap(([, next]) => next ?? []),
          );
          await createTickets(rows, context);
          const made = rows.flatMap(({ ticketId }) => ticketId ?? []);
          expect(new Set(made)).toEqual(new Set(psa.tickets.keys()));
          rows.forEach(({ ticketId, outcome, fault: ofRow }) => {
            expect([ticketId !== null, outcome !== null, ofRow !== null].filter(Boolean)).toHaveLength(1);
          });
        },
      ),
      { numRuns: 20 },
    );
  });

  it('are two for two rows of one person without deduplication, even if both responses are lost', async () => {
    const { fresh, context, psa } = setUp();
    const rows = [0, 1].map((index) => fresh(alex, { index, options: { deduplication: false } }));
    psa.faults.plan('createTickets', 'response_lost', 'response_lost');
    await createTickets(rows, context);
    expect(rows.map(({ ticketId }) => psa.tickets.get(ticketId ?? 0)?.details)).toEqual([
      expect.stringContaining('job_a1#0'),
      expect.stringContaining('job_a1#1'),
    ]);
    expect(psa.tickets.size).toBe(2);
  });

  it('that the PSA refuses fail alone', async () => {
    const { fresh, context, psa } = setUp();
    const rows = [fresh(), fresh(robin, { index: 1 })];
    psa.faults.plan('createTickets', 'refused');
    await createTickets(rows, context);
    expect(rows.map(({ outcome }) => outcome)).toMatchObject([{ code: 'EXTERNAL_API_ERROR' }, null]);
  });

  it('with a remembered client or site are retried by the next run, which searches for it', async () => {
    const { fresh, context, psa, store } = setUp();
    const row = fresh();
    row.arePsaIdsRemembered = true;
    await store.rememberCompanies([{ companyKey: 'example', clientId: row.psaIds.clientId ?? 0, siteId: 2 }]);
    psa.faults.plan('createTickets', 'refused');
    await createTickets([row], context);
    expect([row.outcome, row.fault?.name]).toEqual([null, 'RememberedPlaceError']);
    expect(store.companies.size).toBe(0);
  });

  it('are added to their lists by a PSA that does so on creation', async () => {
    const { fresh, context, psa } = setUp({ listing: 'on_creation' });
    psa.addList('Source: CSV');
    const row = fresh();
    await createTickets([row], context);
    expect(psa.ticketsOn('Source: CSV')).toEqual([row.ticketId]);
  });

  it('report fields that the PSA dropped', async () => {
    const { fresh, context } = setUp({ drops: [106] });
    const row = fresh({ ...alex, technologies: 'AWS' } as typeof alex);
    await createTickets([row], context);
    expect(row.droppedFields).toEqual([106]);
  });

  it('are not created without a contact', async () => {
    const { fresh, context, psa } = setUp();
    const row = fresh();
    row.psaIds = { ...row.psaIds, userId: null };
    await createTickets([row], context);
    expect([row.ticketId, psa.tickets.size]).toEqual([null, 0]);
  });
});
