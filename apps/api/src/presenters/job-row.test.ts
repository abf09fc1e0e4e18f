import { describe, expect, it } from '@jest/globals';
import type { SucceededOutcome } from '@leadbridge/usecases';

import { presentRow } from './job-row.js';

const imported: SucceededOutcome = {
  status: 'succeeded',
  result: 'preserved',
  leadId: 7,
  psaTicketId: 42,
  qualityScore: 80,
  warnings: [],
  actionsTaken: ['ticket_updated'],
};

describe('a row of a job in responses', () => {
  it('is neither a success nor a failure while it waits', () => {
    expect(presentRow({ index: 3, row: 4, status: 'pending', outcome: null })).toEqual({
      index: 3,
      row: 4,
      success: null,
    });
  });

  it('names the lead and the ticket, and omits what does not exist', () => {
    expect(presentRow({ index: 0, row: 1, status: 'succeeded', outcome: imported })).toEqual({
      index: 0,
      row: 1,
      success: true,
      lead_id: 7,
      psa_ticket_id: 42,
      result: 'preserved',
    });
  });

  it('shows which key matched an opted-out person', () => {
    const outcome = {
      ...imported,
      reason: 'The person has opted out',
      warnings: ['No phone'],
      suppressedBy: 'company-person',
      suppressionId: 'sup_1',
    } as const;
    expect(presentRow({ index: 0, row: 1, status: 'succeeded', outcome })).toMatchObject({
      reason: 'The person has opted out',
      warnings: ['No phone'],
      suppressed_by: 'company_and_name',
      suppression_id: 'sup_1',
    });
  });

  it('lists what an undo has restored and kept', () => {
    const outcome = {
      status: 'succeeded',
      result: 'kept',
      leadId: 7,
      psaTicketId: 42,
      fieldsRestored: [],
      fieldsKept: ['CF_106'],
      reason: 'Changed since',
    } as const;
    expect(presentRow({ index: 1, row: 2, status: 'succeeded', outcome })).toEqual({
      index: 1,
      row: 2,
      success: true,
      lead_id: 7,
      psa_ticket_id: 42,
      result: 'kept',
      reason: 'Changed since',
      fields_restored: [],
      fields_kept: ['CF_106'],
    });
  });

  it('shows why a row failed', () => {
    const outcome = { status: 'failed', error: 'Invalid email', code: 'VALIDATION_ERROR' } as const;
    expect(presentRow({ index: 2, row: 3, status: 'failed', outcome })).toEqual({
      index: 2,
      row: 3,
      success: false,
      error: 'Invalid email',
      code: 'VALIDATION_ERROR',
    });
  });
});
