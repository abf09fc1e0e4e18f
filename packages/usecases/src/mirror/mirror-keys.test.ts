import { describe, expect, it } from '@jest/globals';
import { companyKey, type TicketSnapshot } from '@leadbridge/domain';

import { leadTicket } from '../import/testing/import-rows.js';
import { contactTicketsKey, observationOf } from './mirror-keys.js';

describe('the keys of a ticket in the mirror', () => {
  it.each<[string, Partial<TicketSnapshot>, readonly string[]]>([
    ['its email', { email: 'Alex@Example.com' }, ['email:alex@example.com']],
    [
      'its email and the key that we wrote into it',
      { email: 'alex@example.com', ownKey: 'lb:1' },
      ['email:alex@example.com', 'lb:1'],
    ],
    [
      'its contact, if the PSA shows no email in lists',
      { email: null, lacksEmail: true, userId: 7, ownKey: 'lb:1' },
      ['lb:1', contactTicketsKey(7)],
    ],
    [
      'without an email, its names, with those of its client and of the company in its summary',
      { email: null, summary: 'Ada Example - Acme', userName: 'Ada Example', clientName: 'Acme Holdings' },
      ['company-person:acmeholdings-adaexample', 'company-person:acme-adaexample'],
    ],
    ['nothing, if it has neither email nor contact', { email: null, lacksEmail: true, userId: null }, []],
  ])('are %s', (_what, ticket, keys) => {
    const given = leadTicket({ userName: null, clientName: null, summary: '', ...ticket });
    expect(observationOf('tickets', given, 5)).toEqual({ id: given.id, keys, item: given, observedAt: 5 });
  });
});

it('finds a client by its name, however it is written', () => {
  const { keys } = observationOf('clients', { id: 1, name: 'Example, Ltd.' }, 0);
  expect(keys).toEqual([companyKey('EXAMPLE Ltd')]);
});

it('has no key for a client without a name, or a contact without any data', () => {
  expect(observationOf('clients', { id: 1, name: '' }, 0).keys).toEqual([]);
  const nobody = {
    ...{ id: 2, clientId: 1, siteId: 1, email: null, phonenumber: null, linkedinUrl: null },
    ...{ firstName: null, lastName: null, clientName: null },
  };
  expect(observationOf('contacts', nobody, 0).keys).toEqual([]);
});
