import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { trackConnections, type TrackedConnections } from './track-connections.js';

let server: Server;
let tracked: TrackedConnections;
let responses: ServerResponse[];
const sockets: Socket[] = [];

beforeEach(async () => {
  responses = [];
  server = createServer((_request, response) => {
    responses.push(response);
  });
  tracked = trackConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  sockets.splice(0).forEach((socket) => socket.destroy());
  server.closeAllConnections();
  server.close();
});

/** Opens a connection and sends a text; `isOpen` tells whether the server has ended it. */
async function opened(text: string): Promise<{ readonly socket: Socket; isOpen(): Promise<boolean> }> {
  const accepted = once(server, 'connection');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  let hasEnded = false;
  socket.on('error', () => undefined).on('close', () => (hasEnded = true));
  await accepted;
  const arrived = text.includes('\r\n\r\n') ? once(server, 'request') : null;
  socket.write(text);
  await arrived;
  return {
    socket,
    async isOpen() {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return !hasEnded;
    },
  };
}

const whole = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const half = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc';

describe('a closing server', () => {
  it.each([
    ['that sent nothing', ''],
    ['in the middle of its headers', 'GET / HTTP/1.1\r\nHos'],
  ])('ends a connection %s after a second', async (_, text) => {
    const { isOpen } = await opened(text);
    tracked.endStalled(999);
    expect(await isOpen()).toBe(true);
    tracked.endStalled(1_000);
    expect(await isOpen()).toBe(false);
  });

  it('ends a connection in the middle of a body after five seconds', async () => {
    const { isOpen } = await opened(half);
    tracked.endStalled(4_999);
    expect(await isOpen()).toBe(true);
    tracked.endStalled(5_000);
    expect(await isOpen()).toBe(false);
  });

  it('never ends a request that has arrived', async () => {
    const { socket, isOpen } = await opened(whole);
    tracked.endStalled(600_000);
    expect(await isOpen()).toBe(true);
    responses[0]?.end('done');
    const [response] = (await once(socket, 'data')) as [Buffer];
    expect(response.toString()).toContain('done');
  });

  it('ends an idle connection whose requests all have a response', async () => {
    const { socket, isOpen } = await opened(whole);
    responses[0]?.end('done');
    await once(socket, 'data');
    tracked.endStalled(1_000);
    expect(await isOpen()).toBe(false);
  });
});
