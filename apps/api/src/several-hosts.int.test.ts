import { testServers } from '@leadbridge/devkit';
import { expect, it } from '@jest/globals';

import { startTestApi } from './testing/test-api.js';

it('starts with a replica set of which two hosts are away', async () => {
  const { host, pathname, searchParams } = new URL(testServers().mongodbUri);
  const replicaSet = searchParams.get('replicaSet');
  expect(replicaSet).not.toBeNull();
  const api = await startTestApi({
    environment: {
      MONGODB_URI: `mongodb://127.0.0.1:1,${host},127.0.0.1:2${pathname}?replicaSet=${String(replicaSet)}`,
    },
  });
  const health = await api.call('GET', '/health', { key: null });
  expect(health.body).toMatchObject({ services: { database: 'connected' } });
  await api.close();
});
