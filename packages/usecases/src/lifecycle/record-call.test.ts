import { describe, expect, it } from '@jest/globals';

import { StaleClaimError } from '../ports/import-store.js';
import { recordCall } from './record-call.js';
import { createLifecycleWorld } from './testing/lifecycle-world.js';
import { jobOf, leadRecord, opportunityRecord, prospectRecord } from './testing/records.js';

const call = { occurred_at: '2026-01-31T09:30:00+01:00', direction: 'outbound' } as const;

function begin({ psaTicketId = 300 }: { psaTicketId?: number | null } = {}) {
  const world = createLifecycleWorld();
  world.leads.set(12, leadRecord({ psaTicketId }));
  world.prospects.set(21, prospectRecord({ psaTicketId }));
  world.opportunities.set(31, opportunityRecord({ psaTicketId }));
  const record = async (more: object) => recordCall(world.deps, jobOf('call_record', { ...call, ...more }));
  return { ...world, record };
}

describe('a call', () => {
  it.each([
    [{ lead_id: 12 }, { leadId: 12, prospectId: null, opportunityId: null }],
    [{ prospect_id: 21 }, { leadId: 12, prospectId: 21, opportunityId: null }],
    [{ opportunity_id: 31 }, { leadId: 12, prospectId: 21, opportunityId: 31 }],
  ])('with %p belongs to it and to all that it was before', async (asked, ids) => {
    const { record, calls, psa, last } = begin();
    await record(asked);
    expect(calls).toMatchObject([{ ...ids, callId: 'call_a1', occurredAt: '2026-01-31T08:30:00.000Z' }]);
    expect(psa.notesOf(300)).toEqual([expect.stringContaining('Reference: call_a1')]);
    const [action] = psa.actions.values();
    expect(last()?.end?.result).toMatchObject({
      success: true,
      callId: 'call_a1',
      psaActionId: action?.id,
    });
  });

  it('is one Action, even if the previous run did not finish', async () => {
    const { record, race, psa, calls } = begin();
    race.isLost = true;
    await expect(record({ lead_id: 12 })).rejects.toThrow(StaleClaimError);
    race.isLost = false;
    await record({ lead_id: 12 });
    expect(psa.actions.size).toBe(1);
    expect(calls).toHaveLength(1);
  });

  it('keeps the given data, cleaned, and omits empty values', async () => {
    const { record, calls } = begin();
    await record({ lead_id: 12, agent: ' Desk\n1 ', outcome: ' ', notes: 'one\r\ntwo', duration_seconds: 0 });
    expect(calls).toMatchObject([
      { agent: 'Desk 1', outcome: null, notes: 'one\ntwo', durationSeconds: 0, nextAction: null },
    ]);
  });

  it.each([
    [{ lead_id: 99 }, 'lead_id'],
    [{ prospect_id: 99 }, 'prospect_id'],
    [{ opportunity_id: 99 }, 'opportunity_id'],
  ])('with %p, which does not exist, is refused', async (asked, field) => {
    const { record, calls, psa } = begin();
    expect(await record(asked)).toMatchObject({
      error: { code: 'RESOURCE_NOT_FOUND', details: { [field]: 99 } },
    });
    expect([calls, psa.writes]).toEqual([[], []]);
  });

  it.each([{ lead_id: 12 }, { prospect_id: 21 }, { opportunity_id: 31 }])(
    'with %p, which was erased before its lead was claimed, is written nowhere',
    async (asked) => {
      const { record, onClaim, leads, prospects, opportunities, calls, psa } = begin();
      onClaim.run = () => [leads, prospects, opportunities].forEach((records) => records.clear());
      expect(await record(asked)).toMatchObject({ error: { code: 'RESOURCE_NOT_FOUND' } });
      expect([calls, psa.writes]).toEqual([[], []]);
    },
  );

  it('is refused if the ticket is lost', async () => {
    const { record, calls } = begin({ psaTicketId: null });
    expect(await record({ lead_id: 12 })).toMatchObject({ error: { details: { field: 'psa_ticket_id' } } });
    expect(calls).toEqual([]);
  });
});
