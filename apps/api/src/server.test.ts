import { connect } from 'node:net';

import { systemClock } from '@leadbridge/platform';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';

import { startServer, type RunningServer } from './server.js';

const servers: RunningServer[] = [];

async function start(port = 0, delay = 0): Promise<RunningServer> {
  const app = express();
  app.get('/', (_request, response) => {
    setTimeout(() => response.send('done'), delay);
  });
  const server = await startServer(app, { host: '127.0.0.1', port }, systemClock);
  servers.push(server);
  return server;
}

async function sendBytes(server: RunningServer, bytes: string): Promise<string> {
  const { port } = new URL(server.address);
  return await new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (data) => (received += data.toString()));
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

describe('the server', () => {
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  it('says in one line that the port is in use', async () => {
    const { address } = await start();
    const port = Number(new URL(address).port);
    await expect(start(port)).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is in use: stop what listens there, or set PORT`,
    );
  });

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'VALIDATION_ERROR'],
    [
      'headers beyond all measure',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'VALIDATION_ERROR',
    ],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
      'VALIDATION_ERROR',
    ],
  ])('answers %s in the envelope', async (_name, bytes, status, code) => {
    const [head = '', body = ''] = (await sendBytes(await start(), bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const { error } = JSON.parse(body) as { error: { code: string; request_id: string } };
    expect(error.code).toBe(code);
    expect(head).toContain(`X-Request-Id: ${error.request_id}`);
  });

  it('answers what it has taken before it closes, and closes idle connections', async () => {
    const server = await start(0, 400);
    const running = fetch(server.address);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const began = Date.now();
    await server.close();
    expect(await (await running).text()).toBe('done');
    expect(Date.now() - began).toBeLessThan(2_000);
    await expect(fetch(server.address)).rejects.toThrow();
    servers.splice(0);
  });
});
