import { describe, expect, it } from '@jest/globals';

import { readTicketChange } from './read-ticket-change.js';

describe('a change of a ticket', () => {
  it.each([
    ['a status', { status_id: { new_value: 3 } }, { statusId: 3 }],
    ['a status as text', { status_id: { old_value: 1, new_value: ' 3 ' } }, { statusId: 3 }],
    ['a type', { tickettype_id: { new_value: 2 } }, { tickettypeId: 2 }],
    [
      'qualification data',
      {
        customfields: [
          { id: 206, new_value: 70 },
          { id: '201', new_value: null },
        ],
      },
      { qualification: ['fitScore', 'painPoints'] },
    ],
  ])('affects the lifecycle if it is %s', (_name, changes, expected) => {
    expect(readTicketChange(changes)).toEqual({
      statusId: null,
      tickettypeId: null,
      qualification: [],
      ...expected,
    });
  });

  it.each([
    ['nothing', {}],
    ['other fields', { summary: { new_value: 'x' }, customfields: [{ id: 105, new_value: true }] }],
    ['a status without a value', { status_id: 3 }],
    ['a status that is no number', { status_id: { new_value: 'Contacted' } }],
    ['a status of too many digits', { status_id: { new_value: '9'.repeat(16) } }],
    ['custom fields that are no list', { customfields: { 201: 'x' } }],
    ['custom fields without ids', { customfields: [null, 1, {}, { id: {} }] }],
  ])('does not affect it if it is %s', (_name, changes) => {
    expect(readTicketChange(changes)).toBeNull();
  });
});
