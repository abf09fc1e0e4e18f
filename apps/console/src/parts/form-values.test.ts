import { describe, expect, it } from '@jest/globals';

import { bodyOf, emptyValues, type FormField } from './form-values.js';

const fields: readonly FormField[] = [
  { name: 'name', label: 'Name' },
  { name: 'days', label: 'Days', type: 'number' },
  { name: 'at', label: 'At', type: 'datetime-local' },
  { name: 'events', label: 'Events', type: 'tags' },
  { name: 'on', label: 'On', type: 'switch' },
  { name: 'password', label: 'Password', type: 'password' },
];

describe('the body of a form', () => {
  it('leaves out what was left empty', () => {
    expect(bodyOf(fields, emptyValues(fields))).toEqual({ on: false });
    expect(bodyOf(fields, { name: ' \n', days: ' ', password: ' ' })).toEqual({ password: ' ' });
  });

  it('has numbers and times as the API takes them, and passwords as they were typed', () => {
    const values = {
      name: ' A ',
      days: '7',
      at: '2026-01-31T10:00',
      events: ['a'],
      on: true,
      password: ' p ',
    };
    expect(bodyOf(fields, values)).toEqual({
      name: 'A',
      days: 7,
      at: new Date('2026-01-31T10:00').toISOString(),
      events: ['a'],
      on: true,
      password: ' p ',
    });
  });
});
