import { describe, expect, it } from '@jest/globals';

import { camelizeKeys, snakeKeys } from './wire-keys.js';

describe('the keys of the wire form', () => {
  it('are in camelCase in code, at every depth', () => {
    expect(
      camelizeKeys({ psa_ticket_id: 7, results: [{ suppression_result: { email: null } }], nothing: null }),
    ).toEqual({ psaTicketId: 7, results: [{ suppressionResult: { email: null } }], nothing: null });
  });

  it('are restored exactly, in their original order', () => {
    const wire = {
      what_to_do: ['Look at_it'],
      lead_id: 1,
      psa: { may_hold_more: true },
      erased: { job_rows: 2 },
    };
    expect(JSON.stringify(snakeKeys(camelizeKeys(wire)))).toBe(JSON.stringify(wire));
  });

  it('stay unchanged if they already are in camelCase, or in snake_case', () => {
    expect(camelizeKeys({ leadId: 1 })).toEqual({ leadId: 1 });
    expect(snakeKeys({ lead_id: 1 })).toEqual({ lead_id: 1 });
  });

  it.each(['counts', 'erased', 'plan', 'planned', 'current'])(
    'are data below %s, and stay unchanged',
    (key) => {
      const data = { [key]: { error_log_entries: 1, CF_106: { fromHere: null } } };
      expect(camelizeKeys(data)).toEqual(data);
      expect(snakeKeys(data)).toEqual(data);
    },
  );

  it('are not renamed in values other than plain objects', () => {
    const at = new Date(0);
    expect(snakeKeys({ finishedAt: at })).toEqual({ finished_at: at });
  });
});
