import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { respondToClientError, respondToConnect, type ConnectionServices } from './client-error.js';
import { localLimits } from '../testing/test-limits.js';

const services: ConnectionServices = {
  clock: { now: () => Date.parse('2026-01-31T09:00:00.000Z') },
  limits: localLimits(),
};

let server: Server;

beforeAll(async () => {
  server = createServer({ maxHeaderSize: 1_000 }, (_request, response) => {
    response.end('fine');
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    respondToClientError(error, socket as Socket, services);
  });
  server.on('connect', (_request, socket) => {
    respondToConnect(socket as Socket, services);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The whole response of the server to these bytes. */
async function responseTo(bytes: string): Promise<{ readonly head: string; readonly body: string }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(bytes);
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  await once(socket, 'end');
  socket.destroy();
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { head, body };
}

describe('what is not HTTP', () => {
  it.each([
    ['bytes without a meaning', '\u0000\u0001\r\n\r\n', '400 Bad Request', 'The request is not valid HTTP'],
    [
      'an unknown method',
      'BREW / HTTP/1.1\r\nHost: x\r\n\r\n',
      '400 Bad Request',
      'The request is not valid HTTP',
    ],
    [
      'headers that are too large',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(2_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'The address or the headers are too large',
    ],
    [
      'a request to a proxy',
      'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n',
      '400 Bad Request',
      'This server is not a proxy',
    ],
  ])('gets a response in the envelope: %s', async (_, bytes, status, message) => {
    const { head, body } = await responseTo(bytes);
    expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
    expect(head).toContain('Connection: close');
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
    const { error } = JSON.parse(body) as { error: Record<string, unknown> };
    expect(error).toMatchObject({ message, timestamp: '2026-01-31T09:00:00.000Z' });
    expect(head).toContain(`X-Request-Id: ${String(error['request_id'])}`);
  });

  it('gets one response, even if more of it follows', async () => {
    const { head, body } = await responseTo('nonsense\r\n\r\nmore nonsense\r\n\r\nand more\r\n\r\n');
    expect(head.match(/HTTP\/1\.1/gu)).toHaveLength(1);
    expect(body.match(/"error"/gu)).toHaveLength(1);
  });
});
