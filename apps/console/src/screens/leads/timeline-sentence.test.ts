import { describe, expect, it } from '@jest/globals';

import { timelineSentence } from './timeline-sentence.js';

describe('an entry of the timeline', () => {
  it.each([
    [
      'import',
      null,
      { source: 'provider_a', row: 3, index: 2, result: 'created', psa_ticket_id: 1001, changes: {} },
      'An import from Provider A created the ticket 1001 (row 3).',
    ],
    [
      'import',
      null,
      { source: 'csv', row: 1, index: 0, result: 'created', psa_ticket_id: 1001, changes: {} },
      'An import from CSV created the ticket 1001.',
    ],
    [
      'import',
      null,
      {
        ...{ source: 'provider_a', result: 'created', psa_ticket_id: 1001 },
        company_match: { rule: 'domain', client_id: 12 },
      },
      'An import from Provider A created the ticket 1001. Its client was found by the domain.',
    ],
    [
      'import',
      null,
      {
        ...{ source: 'provider_a', result: 'created', psa_ticket_id: 1001 },
        company_match: { rule: 'alias', client_id: 12 },
      },
      'An import from Provider A created the ticket 1001. Its client is the one that somebody has decided on.',
    ],
    [
      'import',
      null,
      {
        source: 'csv',
        row: 3,
        result: 'updated',
        changes: { CF_106: { from: 'a', to: 'b' }, phonenumber: { from: null, to: 'c' } },
        fields_preserved: ['CF_102'],
        manual_work_detected: true,
      },
      'An import from CSV changed Technology Stack, Phone (row 3). It kept Services Offered, as somebody had worked on the ticket.',
    ],
    [
      'import',
      null,
      { source: 'csv', row: 3, result: 'preserved', reason: 'Do Not Contact' },
      'An import from CSV left the ticket as it is (row 3): Do Not Contact.',
    ],
    [
      'undo',
      'undo',
      { result: 'undone', fields_restored: ['CF_106'], fields_kept: ['phonenumber'], reason: null },
      'An undo set back Technology Stack; Phone stayed.',
    ],
    [
      'status',
      'Robin',
      { record: 'lead', from: 'new_lead', to: 'researching', reason: 'Looks good.', followed: true },
      'Robin moved the lead from new lead to researching: Looks good.',
    ],
    [
      'status',
      'psa',
      { record: 'lead', from: 'engaged', to: 'new_lead', reason: null, followed: false },
      'The PSA moved the lead from engaged to new lead; the lifecycle does not allow this move.',
    ],
    [
      'status',
      'import',
      { record: 'lead', from: null, to: 'new_lead' },
      'An import set the lead to new lead.',
    ],
    ['conversion', 'Robin', { record: 'prospect', prospect_id: 4 }, 'Robin made the lead a prospect.'],
    [
      'call',
      'Robin',
      { direction: 'inbound', duration_seconds: 300, outcome: 'call_back' },
      'Robin took a call of 5 min: call back.',
    ],
    ['opt_out', 'Robin', { reason: 'asked by phone' }, 'Robin recorded an opt-out: asked by phone.'],
    ['note', null, { record: 'lead', text: 'Hello.' }, 'Leadbridge added a note: Hello.'],
    [
      'event',
      null,
      { event_type: 'lead.created', deliveries: [{ webhook_id: 'wh_1' }] },
      'The event “Lead created” went to 1 webhook.',
    ],
    ['new_kind', 'Robin', {}, 'Robin added: new kind.'],
  ])('of the kind %s is one sentence', (kind, by, details, sentence) => {
    expect(timelineSentence({ kind, by, details })).toBe(sentence);
  });
});
