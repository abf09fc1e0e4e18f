import { expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';

import { connectMongo } from './connect.js';
import { transactionLifetime } from './transaction-lifetime.js';

it('is short on our own servers, because a killed worker leaves its transaction open', async () => {
  const connection = await connectMongo(testServers().mongodbUri);
  try {
    expect(await transactionLifetime(connection)).toBe(8);
  } finally {
    await connection.close();
  }
  expect(await transactionLifetime(connection)).toBeNull();
});
