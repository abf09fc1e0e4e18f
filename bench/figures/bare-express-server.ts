import type { AddressInfo } from 'node:net';

import express from 'express';
import mongoose from 'mongoose';

/** Express as it comes: parse JSON, insert it into MongoDB, answer. Nothing is checked and nobody is asked who they are. */
const connection = await mongoose
  .createConnection(process.argv[2] ?? '', { writeConcern: { w: 'majority', journal: true } })
  .asPromise();
const bodies = connection.collection('bare_bodies');
const app = express();
app.use(express.json());
app.post('/', async (request, response) => {
  const { insertedId } = await bodies.insertOne(request.body as Record<string, unknown>);
  response.status(202).json({ id: insertedId });
});
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`);
});
