import { describe, expect, it } from '@jest/globals';

import { presentSuppression, suppressionUpdate } from './present-suppression.js';
import { untouched } from './suppression-entries.js';
import type { SuppressionDocument } from './suppression-model.js';

const at = new Date('2026-01-31T09:00:00.000Z');
const later = new Date('2026-01-31T09:01:05.000Z');

const document: SuppressionDocument = {
  _id: 'sup_1',
  identity: 'ticket/42',
  references: ['ref-1'],
  origin: 'psa',
  ticketId: 42,
  leadId: 7,
  person: null,
  keys: ['email:person@example.com'],
  leadSource: null,
  provider: null,
  reason: 'Opted out',
  requestedBy: 'psa',
  requestedAt: at,
  ...untouched(at),
  notes: [],
  marks: ['list'],
  ticketAt: null,
  spreadAt: later,
};

describe('a stored suppression', () => {
  it('is read with times in ISO 8601, and without internal fields of the store', () => {
    const suppression = presentSuppression(document);
    expect(suppression).toMatchObject({
      suppressionId: 'sup_1',
      requestedAt: at.toISOString(),
      retryUntil: '2026-02-07T09:00:00.000Z',
      lastAttemptAt: null,
      ticketAt: null,
      propagateAt: later.toISOString(),
    });
    for (const own of ['_id', 'identity', 'references', 'announced', 'fence', 'spreadAt']) {
      expect(suppression).not.toHaveProperty(own);
    }
  });

  it('is changed with the stored names and types', () => {
    expect(
      suppressionUpdate({
        status: 'suppressed',
        pushAt: null,
        ticketAt: at.toISOString(),
        propagateAt: null,
      }),
    ).toEqual({ status: 'suppressed', pushAt: null, ticketAt: at, spreadAt: null });
    expect(suppressionUpdate({ propagateAt: later.toISOString() })).toEqual({ spreadAt: later });
  });
});
