import { describe, expect, it } from '@jest/globals';

import { findingInWords } from './finding-in-words.js';

describe('what a reconciliation has found', () => {
  it.each([
    [
      { oldest_id: 7, entries: [{ id: 7, name: 'Example' }, { id: 12 }] },
      'The PSA has 2 entries: 7, 12; the oldest is 7.',
    ],
    [
      { psa_tickettype_id: 3, psa_status_id: 9, psa_status: 'engaged', record_status: 'new_lead' },
      'In the PSA “Engaged”. Here “New lead”.',
    ],
    [
      { psa_status_id: 9, psa_status: null, flag: true },
      'In the PSA a status that stands for none here (ID 9). The ticket is marked Do Not Contact.',
    ],
    [{ suppression_id: 'sup_1' }, 'The opt-out is recorded here; the ticket does not show it.'],
    [{ tickets: 1 }, 'It concerns 1 ticket.'],
    [{}, '–'],
  ])('%j: %s', (details, sentence) => {
    expect(findingInWords({ kind: 'status_drift', details })).toBe(sentence);
  });

  it.each([
    [2, 'The type of the ticket is Prospect. In the PSA “New lead”. Here “New lead”.'],
    [9, 'The type of the ticket is no known one (ID 9). In the PSA “New lead”. Here “New lead”.'],
  ])('names the type %d of a ticket whose type is what differs', (type, sentence) => {
    const details = {
      psa_tickettype_id: type,
      psa_status_id: 1,
      psa_status: 'new_lead',
      record_status: 'new_lead',
    };
    expect(findingInWords({ kind: 'type_drift', details })).toBe(sentence);
  });
});
