import { describe, expect, it } from '@jest/globals';
import { recordCallBody } from './record-call.js';

const call = { occurred_at: '2026-01-31T09:30:00Z', direction: 'inbound' };

describe('the subject of a call', () => {
  it('is exactly one of a lead, a prospect and an opportunity', () => {
    expect(recordCallBody.validate({ ...call, prospect_id: 2 }).error).toBeUndefined();
  });

  it.each([{}, { lead_id: 1, prospect_id: 2 }])('is not %j', (about) => {
    const message = 'Name exactly one of lead_id, prospect_id and opportunity_id';
    expect(recordCallBody.validate({ ...call, ...about }).error?.message).toBe(message);
  });
});
