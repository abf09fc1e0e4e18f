import { expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';

import { createMaintenanceClient } from './maintenance-client.js';
import { transactionLifetime } from './transaction-lifetime.js';

it('is short on our own servers, because a killed worker leaves its transaction open', async () => {
  const client = createMaintenanceClient(testServers().mongodbUri);
  try {
    expect(await transactionLifetime(client)).toBe(8);
  } finally {
    await client.close();
  }
  const gone = createMaintenanceClient('mongodb://127.0.0.1:1/test?serverSelectionTimeoutMS=100');
  expect(await transactionLifetime(gone)).toBeNull();
  await gone.close();
});
