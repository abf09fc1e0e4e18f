import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestSystem } from '@leadbridge/devkit';
import fc from 'fast-check';

import { eachPsa, usePsa } from '../support/each-psa.js';
import { callerOf } from '../support/caller.js';
import { startSystemHere } from '../support/start-system-here.js';

/** Two services, each with its own PSA: one imports singly what the other imports in bulk. */
let singly: TestSystem;
let inBulk: TestSystem;

beforeAll(async () => {
  const options = {
    env: { PSA_RATE_LIMIT: '100000', BULK_LIMIT_PER_HOUR: '1000' },
    simulator: { rateLimit: 0 },
  };
  [singly, inBulk] = await Promise.all([startSystemHere(options), startSystemHere(options)]);
});

afterAll(async () => {
  await Promise.all([singly.stop(), inBulk.stop()]);
});

/** Across all kinds of PSA, so that each batch has its own people. */
let batch = 0;

interface Standing {
  readonly kind: 'nobody' | 'contact' | 'early' | 'touched' | 'late' | 'prospect';
}

const word = fc.constantFrom('Cloud', 'Security', 'Consulting', 'Data', 'Support');

const row = fc.record({
  standing: fc.record<Standing>({
    kind: fc.constantFrom('nobody', 'nobody', 'contact', 'early', 'touched', 'late', 'prospect'),
  }),
  company: fc.constantFrom('North', 'South', 'East', 'Inc.', undefined),
  email: fc.boolean(),
  phone: fc.constantFrom('own', 'none of it', undefined),
  headcount: fc.constantFrom(5, 120, 4_000, undefined),
  services_offered: fc.option(fc.array(word, { minLength: 1, maxLength: 3 }), { nil: undefined }),
  growth_signals: fc.option(word, { nil: undefined }),
  broken: fc.constantFrom(false, false, false, true),
});

type Row = Parameters<Parameters<typeof row.map>[0]>[0];

function leadOf(batch: number, index: number, drawn: Row): Readonly<Record<string, unknown>> {
  const person = `p${batch}x${index}`;
  return {
    first_name: 'Pat',
    last_name: person.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? ''),
    ...(drawn.broken ? { email: 'not an address' } : drawn.email ? { email: emailOf(batch, index) } : {}),
    ...(drawn.company === undefined ? {} : { company: drawn.company }),
    ...(drawn.phone === undefined ? {} : { phone: drawn.phone === 'own' ? phoneOf(index) : drawn.phone }),
    ...(drawn.headcount === undefined ? {} : { headcount: drawn.headcount }),
    ...(drawn.services_offered === undefined ? {} : { services_offered: drawn.services_offered.join(', ') }),
    ...(drawn.growth_signals === undefined ? {} : { growth_signals: drawn.growth_signals }),
  };
}

/**
 * A number that no other row of the batch has, because a second row with the same key is rejected in a bulk
 * import, but is an update where rows are imported one after the other. Later batches use it again, for a
 * known person.
 */
const phoneOf = (index: number): string => `+120255501${String(index).padStart(2, '0')}`;

const emailOf = (batch: number, index: number): string => `p${batch}x${index}@example.com`;

/** Creates what the PSA has for a row's person before the import. */
function prepare({ simulator }: TestSystem, batch: number, index: number, { standing }: Row): void {
  const person = { emailaddress: emailOf(batch, index), company: `Standing ${index % 3}` };
  const seeds = {
    nobody: () => undefined,
    contact: () => simulator.seedContact(person),
    early: () => simulator.seedTicket({ ...person, customfields: { 102: 'Old' } }),
    touched: () => simulator.seedTicket({ ...person, status_id: 2, last_updated_by: 2 }),
    late: () => simulator.seedTicket({ ...person, status_id: 4 }),
    prospect: () => simulator.seedTicket({ ...person, tickettype_id: 2, status_id: 10 }),
  };
  seeds[standing.kind]();
}

/** The contents of the PSA, without numbers and times, which differ between the PSAs. */
function picture({ simulator }: TestSystem): unknown {
  return simulator
    .tickets()
    .map((ticket) => ({
      summary: ticket.summary,
      status: ticket.status_id,
      type: ticket.tickettype_id,
      email: ticket.user_email,
      client: ticket.client_name,
      fields: ticket.customfields,
      lists: simulator.listNames(ticket.id).sort(),
      actions: simulator
        .actions(ticket.id)
        .map(({ note }) => note.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '').replace(/job_\w+#\d+/g, '')),
    }))
    .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
}

describe.each(eachPsa)('the one import rule, on the $name PSA,', (kind) => {
  usePsa(kind, () => singly.simulator);
  usePsa(kind, () => inBulk.simulator);

  it('results in the same tickets, lists, Actions and outcomes for single and bulk imports', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
        batch += 1;
        const leads = rows.map((drawn, index) => leadOf(batch, index, drawn));
        rows.forEach((drawn, index) => {
          prepare(singly, batch, index, drawn);
          prepare(inBulk, batch, index, drawn);
        });

        const outcomes: unknown[] = [];
        for (const data of leads) {
          const { status, body } = await callerOf(singly).importLead(data);
          const error = body['error'] as { message: string } | undefined;
          outcomes.push(status < 300 ? body['result'] : error?.message);
        }
        const { body } = await callerOf(inBulk).importBulk(leads);
        const results = body['results'] as { index: number; result: string }[];
        const errors = body['errors'] as { index: number; error: string }[];

        expect(
          leads.map(
            (_, index) =>
              results.find((each) => each.index === index)?.result ??
              errors.find((each) => each.index === index)?.error,
          ),
        ).toEqual(outcomes);
        expect(picture(inBulk)).toEqual(picture(singly));
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });
});
