import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { readFlagged, readPayload } from './read-payload.js';
import { settings, source } from './testing/leads.js';

const flat = {
  email: 'jane@acme.example',
  first_name: 'Jane',
  last_name: 'Miller',
  company: 'Acme',
  do_not_contact: true,
};
const read = (data: unknown, name = 'provider_a') => readFlagged(source(name), data, settings);

describe('an opt-out in a payload', () => {
  it('is the lead if the payload is valid', () => {
    const payload = readPayload(source('csv'), flat, settings);
    expect(read(flat, 'csv')).toEqual(payload.ok ? [payload.lead] : null);
  });

  it.each([
    ['a malformed email', { email: 'no address' }, { email: null, firstName: 'Jane', doNotContact: true }],
    ['a headcount that is none', { headcount: 'many' }, { email: 'jane@acme.example' }],
    ['a name that is no text', { first_name: ['Jane'] }, { email: 'jane@acme.example', firstName: null }],
    ['a flag as a text', { do_not_contact: 'Yes', headcount: -1 }, { email: 'jane@acme.example' }],
  ])('identifies the person in spite of %s', (_what, changes, person) => {
    expect(read({ ...flat, ...changes })).toMatchObject([person]);
  });

  it('is read from a native payload whose email is malformed', () => {
    const payload = {
      contact: { firstName: 'Jane', lastName: 'Miller', email: 'none', doNotCall: true },
      company: { name: 'Acme' },
    };
    expect(read(payload, 'provider_b')).toMatchObject([
      { email: null, lastName: 'Miller', company: { name: 'Acme' } },
    ]);
  });

  it.each([
    ['no object', 'text'],
    ['a list', [flat]],
    ['no flag', { ...flat, do_not_contact: undefined, email: 'none' }],
    ['a flag that says no', { ...flat, do_not_contact: 'no', email: 'none' }],
    ['a flag that cannot be read', { ...flat, do_not_contact: 'perhaps' }],
  ])('does not exist in a payload with %s', (_what, data) => {
    expect(read(data)).toEqual([]);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.constantFrom('provider_a', 'provider_b', 'provider_c', 'csv'),
        (data, name) => {
          expect(read(data, name).every(({ doNotContact }) => doNotContact)).toBe(true);
        },
      ),
    );
  });
});
