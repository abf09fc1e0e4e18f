import { STATUSES, UNDONE } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { planAutoConversion, withTicketFields } from './auto-conversion.js';
import { createLifecycleWorld } from './testing/lifecycle-world.js';
import { leadRecord, qualified } from './testing/records.js';

const actor = { id: 'key_1', name: 'Sales desk' };
const ticketFields = {
  ...{ 201: 'Reports take two days', 202: 'Reporting', 203: 'Yes' },
  ...{ 204: '10000-20000', 205: 'Q2', 206: 82 },
};

function begin(
  lead: Parameters<typeof leadRecord>[0] = {},
  { autoConversion = true, customFields = {} }: { autoConversion?: boolean; customFields?: object } = {},
) {
  const world = createLifecycleWorld({ settings: { autoConversion } });
  const ticket = world.psa.addTicket({ id: 300, customFields: { ...customFields } });
  const record = leadRecord({ status: 'engaged', ...lead });
  return {
    ...{ ...world, ticket },
    plan: async (known?: typeof ticket) => planAutoConversion(world.work(), record, actor, known),
  };
}

describe('an engaged lead', () => {
  it('with complete data on record is converted by a separate job, without a query to the PSA', async () => {
    const { plan, psa } = begin({ qualification: qualified });
    expect(await plan()).toMatchObject({
      ...{ type: 'prospect_conversion', input: { lead_id: 12 }, actor, total: 1 },
      ...{ requestId: 'auto-conversion', createdAt: '2026-01-31T09:00:00.000Z' },
    });
    expect(psa.calls).toEqual([]);
  });

  it('is converted by what people have entered in the PSA, combined with the record', async () => {
    const apart = { ...qualified, painPoints: null };
    expect(await begin({}, { customFields: ticketFields }).plan()).not.toBeNull();
    expect(await begin({ qualification: apart }, { customFields: { 201: 'Reports' } }).plan()).not.toBeNull();
    expect(await begin({ qualification: apart }, { customFields: { 202: 'Reports' } }).plan()).toBeNull();
  });

  it('is judged by the ticket if it was already read', async () => {
    const { plan, psa, ticket } = begin();
    expect(await plan({ ...ticket, customFields: ticketFields })).not.toBeNull();
    expect(psa.calls).toEqual([]);
  });

  it.each<[string, Parameters<typeof leadRecord>[0]]>([
    ['lacks its data', {}],
    ['has lost its ticket', { psaTicketId: null }],
    ['has a ticket that is gone', { psaTicketId: 999 }],
  ])('that %s waits', async (_which, lead) => {
    expect(await begin(lead, { customFields: {} }).plan()).toBeNull();
  });

  it('is not converted if auto-conversion is disabled, without a query to the PSA', async () => {
    const { plan, psa } = begin({ qualification: qualified }, { autoConversion: false });
    expect([await plan(), psa.calls]).toEqual([null, []]);
  });
});

describe('a lead in another state', () => {
  it.each(([...STATUSES.lead, UNDONE] as const).filter((status) => status !== 'engaged'))(
    'that is %s is not converted',
    async (status) => {
      expect(await begin({ status, qualification: qualified }).plan()).toBeNull();
    },
  );
});

describe('the known qualification data', () => {
  it('includes what people have entered in the PSA since, and keeps what is only on record', async () => {
    const fields = Object.keys(ticketFields).map(Number);
    const entered: Readonly<Record<number, string | number>> = {
      ...{ 201: 'Entered', 202: 'Entered', 203: 'No', 204: 'Entered', 205: 'Entered', 206: 71 },
    };
    const keyOf = [
      'painPoints',
      'qualifiedServices',
      'decisionMaker',
      'budgetRange',
      'timeframe',
      'fitScore',
    ] as const;
    await fc.assert(
      fc.asyncProperty(fc.subarray(fields), async (filled) => {
        const { work, ticket } = begin();
        const customFields = Object.fromEntries(filled.map((id) => [id, entered[id] ?? '']));
        const known = await withTicketFields(
          work(),
          { psaTicketId: 300, qualification: qualified },
          { ...ticket, customFields },
        );
        keyOf.forEach((key, index) => {
          const id = 201 + index;
          expect(known[key]).toBe(filled.includes(id) ? entered[id] : qualified[key]);
        });
      }),
      { numRuns: 40 },
    );
  });
});
