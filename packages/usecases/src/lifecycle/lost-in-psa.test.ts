import { describe, expect, it } from '@jest/globals';

import { hasTicket, opportunityLost, ticketLost } from './lost-in-psa.js';

describe('a record whose ticket id the PSA has reissued', () => {
  it('has no ticket, unlike one with an id', () => {
    expect([null, 0, 300].map((psaTicketId) => hasTicket({ psaTicketId }))).toEqual([false, true, true]);
  });

  it.each([
    ['lead', ticketLost('lead', 12), { field: 'psa_ticket_id', value: null, lead_id: 12 }],
    ['prospect', ticketLost('prospect', 12), { field: 'psa_ticket_id', value: null, lead_id: 12 }],
    ['opportunity', opportunityLost(31), { field: 'psa_opportunity_id', value: null, opportunity_id: 31 }],
  ] as const)('as %s is refused by the field that is lost', (kind, outcome, details) => {
    expect(outcome).toMatchObject({ kind: 'refused', error: { code: 'VALIDATION_ERROR', details } });
    expect(JSON.stringify(outcome)).toContain(`the ${kind}`);
  });
});
