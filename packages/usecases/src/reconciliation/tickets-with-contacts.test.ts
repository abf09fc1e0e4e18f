import { expect, it } from '@jest/globals';

import { leadTicket } from '../import/testing/import-rows.js';
import { observationOf } from '../mirror/mirror-keys.js';
import { createMemoryMirror } from '../mirror/testing/memory-mirror.js';
import { createMemoryPsa } from '../testing/memory-psa.js';
import { ticketsWithContacts } from './tickets-with-contacts.js';

const silent = leadTicket({ email: null, lacksEmail: true });

async function emailOf(ticket: typeof silent): Promise<unknown> {
  const mirror = createMemoryMirror();
  const contact = createMemoryPsa().addUser({ id: 200, email: 'contact@example.com' });
  await mirror.put('contacts', [observationOf('contacts', contact, 1)]);
  // A silent one beside it, so that the contact is read in every case.
  const found = await ticketsWithContacts(mirror, [ticket, { ...silent, id: 301 }]);
  return found.get(ticket.id)?.email;
}

it.each([
  ['its contact’s where the PSA does not tell the ticket’s', silent, 'contact@example.com'],
  ['none where the contact is not known', { ...silent, userId: 201 }, null],
  ['none where it has no contact', { ...silent, userId: null }, null],
  ['its own where the PSA tells that', leadTicket({ email: 'own@example.com' }), 'own@example.com'],
  ['none where the PSA tells that it has none', leadTicket({ email: null }), null],
])('a ticket has the email: %s', async (_whose, ticket, email) => {
  expect(await emailOf(ticket)).toBe(email);
});

it('no contact is read where every ticket tells its email', async () => {
  const byIds = async () => Promise.reject(new Error('Nobody is to ask'));
  expect([...(await ticketsWithContacts({ byIds }, [leadTicket()])).keys()]).toEqual([300]);
});
