import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import type { Connection } from 'mongoose';

import { connectMongo, ensureIndexes } from '../connect.js';

/**
 * A database for the tests of a file, empty before each of them, with the indexes of the models that `open`
 * declares.
 */
export function useTestDatabase(open: (connection: Connection) => void): void {
  let connection: Connection;

  beforeAll(async () => {
    connection = await connectMongo(testServers().mongodbUri);
    open(connection);
    await ensureIndexes(connection);
  });

  beforeEach(async () => {
    await Promise.all(Object.values(connection.models).map(async (model) => model.deleteMany({})));
  });

  afterAll(async () => {
    await connection.close();
  });
}
