import { describe, expect, it } from '@jest/globals';

import { suppressionEntry, suppressionResult } from './suppression-result.js';
import { usualSuppression } from './testing/memory-suppressions.js';

describe('what an answer says of an opt-out', () => {
  it('is why the person opted out, until there is more to say', () => {
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

  it('has no error where there was none, and no address of a person who is not known', () => {
    const result = suppressionResult({ ...usualSuppression, person: null });
    expect(result).not.toHaveProperty('error');
    expect(result.email).toBeNull();
  });
});

describe('what a provider is told of an opt-out', () => {
  it('is the same however often it is told: when and why it was asked for, and not what became of it', () => {
    const later = {
      ...usualSuppression,
      status: 'failed',
      statusReason: 'No list',
      error: 'HTTP 503',
      statusAt: '2026-02-01T09:00:00.000Z',
      attempts: 7,
    } as const;
    expect(suppressionEntry(later)).toEqual(suppressionEntry(usualSuppression));
    expect(suppressionEntry(later)).toMatchObject({
      reason: 'Asked on the phone',
      timestamp: usualSuppression.requestedAt,
    });
  });

  it('has a place for each part of a person of whom nothing is known', () => {
    expect(suppressionEntry({ ...usualSuppression, person: null, ticketId: 300 })).toEqual({
      email: null,
      first_name: null,
      last_name: null,
      company_name: null,
      reason: 'Asked on the phone',
      timestamp: usualSuppression.requestedAt,
      ticket_id: 300,
    });
  });
});
