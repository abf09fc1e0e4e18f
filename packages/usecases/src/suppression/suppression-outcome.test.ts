import { defaultSources } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';

import type { Suppression, SuppressionPush } from '../ports/suppression.js';
import { suppressionOutcome } from './suppression-outcome.js';
import { suppressionResult } from './suppression-result.js';

const begin = Date.parse('2026-01-31T09:00:00.000Z');
const entry: Suppression = {
  suppressionId: 'sup_1',
  origin: 'psa',
  ticketId: 7,
  leadId: 3,
  person: { email: 'jane@acme.example', firstName: 'Jane', lastName: 'Miller', companyName: 'Acme' },
  keys: [{ kind: 'email', value: 'jane@acme.example' }],
  leadSource: 'Provider A',
  provider: null,
  reason: 'Do Not Contact (CF_105) was set in the PSA',
  requestedBy: 'psa',
  requestedAt: new Date(begin).toISOString(),
  status: 'pending',
  statusReason: null,
  error: null,
  statusAt: new Date(begin).toISOString(),
  attempts: 0,
  lastAttemptAt: null,
  pushAt: new Date(begin).toISOString(),
  retryUntil: new Date(begin + 7 * 24 * 3_600_000).toISOString(),
  marks: [],
  notes: [],
  ticketAt: null,
  ticketAttempts: 0,
  propagateAt: null,
};
const [providerA] = defaultSources;
const delays = [5, 30];

function outcome(of: Suppression, push: SuppressionPush | null, now = begin + 1_000) {
  const result = suppressionOutcome(of, push === null ? null : (providerA ?? null), push, { now, delays });
  return { ...result, entry: { ...of, ...result.change } };
}

const failed = (retryAfter: number | null = null): SuppressionPush => ({
  result: 'failed',
  error: 'the provider responded with HTTP 503',
  retryAfter,
});

describe('the outcome of notifying a provider', () => {
  it('is a success that ends the attempts, and is noted on the ticket', () => {
    const { entry: after, errorLogEntries } = outcome(entry, { result: 'accepted' });
    expect(after).toMatchObject({
      status: 'suppressed',
      provider: 'provider_a',
      attempts: 1,
      pushAt: null,
      ticketAt: '2026-01-31T09:00:01.000Z',
    });
    expect(after.notes.map(({ text }) => text)).toEqual([
      expect.stringContaining('added to the suppression list of Provider A'),
    ]);
    expect(errorLogEntries).toEqual([]);
    expect(suppressionResult(after)).toEqual({
      provider: 'provider_a',
      status: 'suppressed',
      email: 'jane@acme.example',
      reason: 'Do Not Contact (CF_105) was set in the PSA',
      timestamp: '2026-01-31T09:00:01.000Z',
    });
  });

  it('is noted once when it fails, not at every retry, and again when it finally succeeds', () => {
    const first = outcome(entry, failed());
    expect(first.entry).toMatchObject({
      status: 'failed',
      error: 'the provider responded with HTTP 503',
      pushAt: '2026-01-31T09:00:06.000Z',
    });
    expect(first.entry.notes).toHaveLength(1);
    expect(first.errorLogEntries).toMatchObject([{ level: 'error', leadId: 3 }]);

    const second = outcome(first.entry, failed(), begin + 6_000);
    expect(second.entry).toMatchObject({ attempts: 2, pushAt: '2026-01-31T09:00:36.000Z' });
    expect(second.entry.notes).toHaveLength(1);
    expect(second.errorLogEntries).toEqual([]);

    const third = outcome(second.entry, { result: 'accepted' }, begin + 36_000);
    expect(third.entry.status).toBe('suppressed');
    expect(third.entry.error).toBeNull();
    expect(new Set(third.entry.notes.map(({ reference }) => reference)).size).toBe(2);
  });

  it('is given up when the time is over, and says so', () => {
    const late = Date.parse(entry.retryUntil);
    const { entry: after, errorLogEntries } = outcome(
      { ...entry, status: 'failed', attempts: 170 },
      failed(),
      late,
    );
    expect(after.pushAt).toBeNull();
    expect(after.notes[0]?.text).toContain('There are no more retries.');
    expect(errorLogEntries).toHaveLength(1);
  });

  it('waits as long as the provider requests', () => {
    expect(outcome(entry, failed(90_000)).entry.pushAt).toBe('2026-01-31T09:01:31.000Z');
  });

  it('names the missing address of a provider as the reason', () => {
    const { entry: after } = outcome(entry, { result: 'not_configured' });
    expect(suppressionResult(after)).toMatchObject({
      provider: 'provider_a',
      status: 'failed',
      reason: 'No suppression endpoint configured',
      error: 'No suppression endpoint configured',
    });
    expect(after.pushAt).not.toBeNull();
  });

  it('has nobody to notify for an added source without a list', () => {
    const acme = { name: 'acme', kind: 'provider_a', label: 'Acme', aliases: [], enabled: true } as const;
    const { change, errorLogEntries } = suppressionOutcome(
      { ...entry, leadSource: 'Acme' },
      acme,
      { result: 'not_configured' },
      { now: begin, delays },
    );
    expect(change).toMatchObject({
      status: 'no_provider',
      provider: 'acme',
      statusReason: "No suppression list is configured for the source 'acme'",
      pushAt: null,
    });
    expect(errorLogEntries).toEqual([]);
  });

  it('is not given up for a provider that requests to wait for days', () => {
    const { entry: after, errorLogEntries } = outcome(entry, failed(30 * 24 * 3_600_000));
    expect(after).toMatchObject({ status: 'failed', pushAt: '2026-02-01T09:00:01.000Z' });
    expect(errorLogEntries[0]?.message).toContain('It is retried until');
  });

  it('is not a failure for a source that matches no provider', () => {
    const { entry: after, errorLogEntries } = outcome({ ...entry, leadSource: 'Trade fair' }, null);
    expect(suppressionResult(after)).toMatchObject({
      provider: 'Trade fair',
      status: 'unknown_source',
      reason: "No provider belongs to the lead source 'Trade fair'",
    });
    expect(after.pushAt).toBeNull();
    expect(errorLogEntries).toMatchObject([{ level: 'warning', errorCode: 'UNKNOWN_LEAD_SOURCE' }]);
    expect(outcome({ ...entry, leadSource: '' }, null).entry).toMatchObject({
      provider: null,
      statusReason: 'No lead source is known',
    });
  });

  it('has no note without a ticket', () => {
    expect(outcome({ ...entry, ticketId: null }, { result: 'accepted' }).entry).toMatchObject({
      notes: [],
      ticketAt: null,
    });
  });
});
