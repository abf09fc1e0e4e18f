import type { AddressInfo } from 'node:net';

import { defaultSources, findSource } from '@leadbridge/domain';
import { validateLeads } from '@leadbridge/usecases';
import express from 'express';
import mongoose from 'mongoose';

/**
 * Express as it comes: parse JSON, insert it into MongoDB where an address is given, else run the rule behind `POST /validate/leads`, and
 * respond. Nobody is asked who they are, nothing is counted or logged.
 */
const [mongodbUri] = process.argv.slice(2);
const app = express();
app.use(express.json());
if (mongodbUri === undefined) {
  app.post('/', async (request, response) => {
    const { source: name, data } = request.body as { source: string; data: unknown };
    const source = findSource(defaultSources, name);
    const validation = source === null ? null : { source, leads: [data], strict: false };
    response.json(validation === null ? null : await validateLeads(validation, { defaultCountry: 'US' }));
  });
} else {
  const connection = await mongoose
    .createConnection(mongodbUri, { writeConcern: { w: 'majority', journal: true } })
    .asPromise();
  const bodies = connection.collection('bare_bodies');
  app.post('/', async (request, response) => {
    const { insertedId } = await bodies.insertOne(request.body as Record<string, unknown>);
    response.status(202).json({ id: insertedId });
  });
}
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`);
});
