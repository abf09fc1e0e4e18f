import { connect } from 'node:net';

import { systemClock } from '@leadbridge/platform';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';

import { createLocalLimiter } from './pipeline/rate-limit/index.js';
import { startServer, type RunningServer } from './server.js';

const servers: RunningServer[] = [];
const settings = {
  perHour: 1000,
  burst: 100,
  bulkPerHour: 10,
  syncConcurrency: 100,
  perMinute: null,
  notificationsPerSecond: 100,
};

async function start(port = 0, delay = 0, taken: () => void = () => undefined): Promise<RunningServer> {
  const app = express();
  app.use((_request, _response, next) => {
    taken();
    next();
  });
  app.get('/', (_request, response) => {
    setTimeout(() => response.send('done'), delay);
  });
  app.post('/body', express.text({ type: () => true }), (request, response) => {
    response.send(request.body);
  });
  app.post('/', (request) => void request.resume());
  const limiter = createLocalLimiter(systemClock);
  const services = { clock: systemClock, limits: { limiter, settings } };
  const server = await startServer(app, { host: '127.0.0.1', port }, services);
  servers.push(server);
  return server;
}

function gate(): { readonly open: () => void; readonly opened: Promise<void> } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
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
    ['a proxy request', 'CONNECT example.com:443 HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'VALIDATION_ERROR'],
  ])('responds to %s in the envelope', async (_name, bytes, status, code) => {
    const [head = '', body = ''] = (await sendBytes(await start(), bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const { error } = JSON.parse(body) as { error: { code: string; details: object; request_id: string } };
    expect(error.code).toBe(code);
    expect(error.details).toMatchObject({ field: 'request', value: null, errors: [{ field: 'request' }] });
    expect(head).toContain(`X-Request-Id: ${error.request_id}`);
    expect(head).toContain('X-RateLimit-Limit: 1000\r\nX-RateLimit-Remaining: 1000\r\nX-RateLimit-Reset: ');
    expect(head).toContain('RateLimit-Policy: "hour";q=1000;w=3600');
  });

  it.each([
    ['bytes that are not HTTP', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'garbage\r\n\r\n', 2],
    ['more than its length', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n', '{}{}\r\n\r\n', 2],
    ['a proxy request', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 2],
    ['bytes after its last request', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 'garbage', 1],
  ])('responds to a request first that is followed by %s', async (_name, request, rest, count) => {
    const received = await sendBytes(await start(0, 100), request + rest);
    const statuses = [...received.matchAll(/HTTP\/1.1 (\d+)/gu)].map(([, status]) => status);
    expect(statuses).toEqual(['200', '400'].slice(0, count));
  });

  it('does not keep a connection whose other end stays open after bytes that are no HTTP', async () => {
    const { port } = new URL((await start()).address);
    const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('data', () => undefined).on('error', () => undefined);
    socket.write('hello\r\n\r\n');
    const began = Date.now();
    const more = setInterval(() => socket.write('hello'), 100);
    await closed;
    clearInterval(more);
    expect(Date.now() - began).toBeLessThan(30_000);
  });

  it('responds to what it has accepted before it closes, and closes idle connections', async () => {
    const taken = gate();
    const server = await start(0, 400, taken.open);
    const running = fetch(server.address);
    await taken.opened;
    const began = Date.now();
    await server.close();
    expect(await (await running).text()).toBe('done');
    // Left to itself, an idle connection stays open for a minute.
    expect(Date.now() - began).toBeLessThan(30_000);
    await expect(fetch(server.address)).rejects.toThrow();
    servers.splice(0);
  });

  it.each([
    ['sends nothing', ''],
    ['stops within a header', 'POST / HTTP/1.1\r\nHost: a\r\nContent-'],
    ['stops within a second header', 'GET / HTTP/1.1\r\nHost: a\r\n\r\nPOST / HTTP/1.1\r\nHo'],
    ['stops within a body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"a":'],
  ])('is not held up, when it closes, by a client that %s', async (_name, bytes) => {
    const server = await start();
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
    socket.on('data', () => undefined).on('error', () => undefined);
    const ended = new Promise((resolve) => socket.once('close', resolve));
    await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const began = Date.now();
    await server.close();
    await ended;
    // Node itself gives a header half a minute, and a body two.
    expect(Date.now() - began).toBeLessThan(20_000);
    servers.splice(0);
  });

  it('waits, when it closes, for a body that goes on coming', async () => {
    const taken = gate();
    const server = await start(0, 0, taken.open);
    const { port } = new URL(server.address);
    let received = '';
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('data', (data) => (received += data.toString()));
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.write('POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab');
    await taken.opened;
    const closed = server.close();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    socket.write('cd');
    await Promise.all([closed, ended]);
    expect(received).toMatch(/^HTTP\/1.1 200 [^]*abcd$/);
    servers.splice(0);
  });
});
