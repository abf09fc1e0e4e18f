import { describe, expect, it } from '@jest/globals';
import { companyKey, type TicketSnapshot } from '@leadbridge/domain';

import { leadTicket } from '../import/testing/import-rows.js';
import { contactTicketsKey, observationOf } from './mirror-keys.js';

describe('the keys under which the mirror finds a ticket', () => {
  it.each<[string, Partial<TicketSnapshot>, readonly string[]]>([
    ['its email', { email: 'Alex@Example.com' }, ['email:alex@example.com']],
    [
      'its email and the key that we wrote into it',
      { email: 'alex@example.com', ownKey: 'lb:1' },
      ['email:alex@example.com', 'lb:1'],
    ],
    [
      'its contact, where the PSA shows no email in lists',
      { email: null, lacksEmail: true, userId: 7, ownKey: 'lb:1' },
      ['lb:1', contactTicketsKey(7)],
    ],
    ['nothing, where it has neither email nor contact', { email: null, lacksEmail: true, userId: null }, []],
  ])('are %s', (_what, ticket, keys) => {
    const given = leadTicket({ userName: null, clientName: null, summary: '', ...ticket });
    expect(observationOf('tickets', given, 5)).toEqual({ id: given.id, keys, item: given, observedAt: 5 });
  });
});

it('a client is found by its name, however it is written', () => {
  const { keys } = observationOf('clients', { id: 1, name: 'Example, Ltd.' }, 0);
  expect(keys).toEqual([companyKey('EXAMPLE Ltd')]);
});

it('a client without a name, and a contact without anything, are found by no key', () => {
  expect(observationOf('clients', { id: 1, name: '' }, 0).keys).toEqual([]);
  const nobody = {
    ...{ id: 2, clientId: 1, siteId: 1, email: null, phonenumber: null, linkedinUrl: null },
    ...{ firstName: null, lastName: null, clientName: null },
  };
  expect(observationOf('contacts', nobody, 0).keys).toEqual([]);
});
