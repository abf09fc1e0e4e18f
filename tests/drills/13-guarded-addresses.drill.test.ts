import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { callerOf } from '../support/caller.js';
import { drill, exactly } from '../support/drill.js';
import { withServiceHere } from '../support/drill-service.js';

/** Ways to write addresses of this machine and of private networks. */
const hosts = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.0.0.1.', '0.0.0.0', '0'],
  ...['localhost', 'LOCALHOST.', 'a.localhost', 'localhost.localdomain', 'ip6-localhost'],
  ...[
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
  ],
  ...['[fc00::1]', '[fd00::1]', '[ff02::1]', '[::127.0.0.1]', '[2001::1]', '[100::1]', '[fec0::1]'],
  ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  ...[
    '169.254.169.254',
    '169.254.0.1',
    '100.64.0.1',
    '100.127.255.254',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
  ],
  ...[
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
  ],
  ...['255.255.255.255', '１２７.０.０.１', '127。0。0。1', '①②⑦.0.0.1', '0x7f.1', '0177.1', '127.0.1'],
  ...[
    'user@127.0.0.1',
    'example.com@127.0.0.1',
    '127.0.0.1%23@example.com',
    '[::ffff:10.0.0.1]',
    '[::ffff:a9fe:a9fe]',
  ],
];

drill({
  promise:
    'However its address is written, a webhook never makes the service call its own machine or a private network.',
  async run() {
    let hits = 0;
    const server = createServer((_request, response) => {
      hits += 1;
      response.end();
    });
    await new Promise<void>((resolve) => {
      server.listen(0, resolve);
    });
    const { port } = server.address() as AddressInfo;
    try {
      return await withServiceHere({ env: { WEBHOOK_ALLOW_HTTP: 'true' } }, async (system) => {
        const api = callerOf(system);
        let taken = 0;
        for (const host of hosts) {
          const { status, body } = await api.call('POST', '/webhooks', {
            url: `http://${host}:${port}/`,
            events: ['*'],
          });
          if (status === 201) {
            taken += 1;
            await api.call('POST', `/webhooks/${String(body['id'])}/test`, {});
          }
        }
        return [
          { name: 'addresses', value: hosts.length },
          { name: 'taken, and refused when called', value: taken },
          exactly('hits', hits, 0),
        ];
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
});
