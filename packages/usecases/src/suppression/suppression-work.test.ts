import { describe, expect, it } from '@jest/globals';

import type { Suppression } from '../ports/suppression.js';
import { PsaBudgetError, PsaUnavailableError } from '../ports/psa-errors.js';
import { ticketRetry } from './suppression-work.js';

const now = Date.parse('2026-01-31T09:00:00.000Z');
const at = (milliseconds: number) => new Date(now + milliseconds).toISOString();
const entry: Suppression = {
  suppressionId: 'sup_1',
  origin: 'psa',
  ticketId: 7,
  leadId: 3,
  person: { email: 'alex@example.com', firstName: null, lastName: null, companyName: null },
  keys: [{ kind: 'email', value: 'alex@example.com' }],
  leadSource: 'Provider A',
  provider: null,
  reason: 'Do Not Contact (CF_105) was set in the PSA',
  requestedBy: 'psa',
  requestedAt: at(0),
  status: 'pending',
  statusReason: null,
  error: null,
  statusAt: at(0),
  attempts: 0,
  lastAttemptAt: null,
  pushAt: null,
  retryUntil: at(60_000),
  marks: ['flag'],
  notes: [],
  ticketAt: at(0),
  ticketAttempts: 0,
  propagateAt: null,
};
const context = { clock: { now: () => now }, retryDelays: [5, 30] };

describe('the retry of writes to the ticket of an opt-out', () => {
  it('waits for the budget without counting an attempt, for at most ten seconds', () => {
    expect(ticketRetry(entry, new PsaBudgetError(now + 4_000), context)).toEqual({ ticketAt: at(4_000) });
    expect(ticketRetry(entry, new PsaBudgetError(now + 300_000), context)).toEqual({ ticketAt: at(10_000) });
  });

  it.each([
    [0, { ticketAttempts: 1, ticketAt: at(5_000) }],
    [1, { ticketAttempts: 2, ticketAt: at(30_000) }],
    [7, { ticketAttempts: 8, ticketAt: at(30_000) }],
  ])('is tried again by the schedule after %i failures before', (ticketAttempts, change) => {
    expect(ticketRetry({ ...entry, ticketAttempts }, new PsaUnavailableError('503'), context)).toEqual(
      change,
    );
  });
});
