import { describe, expect, it } from '@jest/globals';

import { suppressionEntries, suppressionResult } from './suppression-result.js';
import { usualSuppression } from './testing/memory-suppressions.js';

describe('the suppression result in a response', () => {
  it('contains why the person opted out, unless there is a more specific reason', () => {
    expect(suppressionResult(usualSuppression).reason).toBe('Asked on the phone');
    const failed = {
      ...usualSuppression,
      statusReason: 'No list',
      error: 'HTTP 503',
      status: 'failed',
    } as const;
    expect(suppressionResult(failed)).toMatchObject({
      reason: 'No list',
      error: 'HTTP 503',
      status: 'failed',
    });
  });

  it('has no error if there was none, and no address of an unknown person', () => {
    const result = suppressionResult({ ...usualSuppression, person: null });
    expect(result).not.toHaveProperty('error');
    expect(result.email).toBeNull();
  });
});

describe('the data sent to a provider', () => {
  it('is always the same: when and why it was requested, without the outcome', () => {
    const later = {
      ...usualSuppression,
      status: 'failed',
      statusReason: 'No list',
      error: 'HTTP 503',
      statusAt: '2026-02-01T09:00:00.000Z',
      attempts: 7,
    } as const;
    expect(suppressionEntries(later)).toEqual(suppressionEntries(usualSuppression));
    expect(suppressionEntries(later)).toMatchObject([
      { reason: 'Asked on the phone', timestamp: usualSuppression.requestedAt },
    ]);
  });

  it('has null for each unknown part of the person', () => {
    expect(suppressionEntries({ ...usualSuppression, person: null, ticketId: 300 })).toEqual([
      {
        email: null,
        first_name: null,
        last_name: null,
        company_name: null,
        reason: 'Asked on the phone',
        timestamp: usualSuppression.requestedAt,
        ticket_id: 300,
      },
    ]);
  });
});
