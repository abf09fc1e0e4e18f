import { expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';

import { createPsaMirrorStore } from '../psa-mirror/psa-mirror-store.js';
import { useTestDatabase } from '../testing/use-test-database.js';
import { mirrorInOneCollection } from './mirrored-kinds.js';

let connection: Connection;

useTestDatabase((opened) => {
  connection = opened;
});

it('moves what was mirrored of each kind, and keeps what was observed since', async () => {
  const former = (name: string) => connection.collection<{ _id: number }>(name);
  const observed = { observedAt: new Date(10), round: 1 };
  const client = { _id: 7, keys: ['acme'], item: { id: 7, name: 'Acme' }, ...observed };
  const contact = { _id: 7, keys: ['email:a@acme.example'], domain: 'acme.example', item: {}, ...observed };
  const ticket = { _id: 8, keys: ['contact:7'], item: { id: 8 }, ...observed };
  await former('psa_clients').insertOne(client);
  await former('psa_contacts').insertOne(contact);
  await former('psa_tickets').insertOne(ticket);
  await mirrorInOneCollection.run(connection);
  // As if it had been killed before it removed them, and a process had gone on.
  const mirror = createPsaMirrorStore(connection);
  await mirror.put('clients', [{ id: 7, keys: ['acme'], item: { id: 7, name: 'Acme Ltd' }, observedAt: 20 }]);
  await former('psa_clients').insertOne(client);
  await mirrorInOneCollection.run(connection);

  expect(await mirror.find('clients', ['acme'])).toMatchObject([{ id: 7, item: { name: 'Acme Ltd' } }]);
  expect(await mirror.byIds('contacts', [7])).toEqual([
    { id: 7, keys: ['email:a@acme.example'], domain: 'acme.example', item: {}, observedAt: 10 },
  ]);
  expect(await mirror.byIds('tickets', [7, 8])).toMatchObject([{ id: 8, keys: ['contact:7'] }]);
  const names = await connection.db?.listCollections({}, { nameOnly: true }).toArray();
  expect(names?.filter(({ name }) => /^psa_(clients|contacts|tickets)$/u.test(name))).toEqual([]);
});
