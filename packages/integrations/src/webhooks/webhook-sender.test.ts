import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createSocketServer, type Server as SocketServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

import { afterEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@leadbridge/platform';
import type { OutgoingEvent, WebhookSender } from '@leadbridge/usecases';
import { Webhook } from 'standardwebhooks';

import { createAddressGuard } from './address-guard.js';
import { bodySignature } from './sign.js';
import { createWebhookSender, type WebhookSenderSettings } from './webhook-sender.js';

const servers: (Server | SocketServer)[] = [];
const senders: WebhookSender[] = [];
const sockets = new Set<Socket>();

async function listen(server: Server | SocketServer): Promise<number> {
  servers.push(server);
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function serve(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(listener))}/hook`;
}

function sender(settings: Partial<WebhookSenderSettings> = {}): WebhookSender {
  const made = createWebhookSender({
    guard: createAddressGuard(['127.0.0.1']),
    allowHttp: true,
    clock: systemClock,
    timeoutMilliseconds: 30_000,
    ...settings,
  });
  senders.push(made);
  return made;
}

function event(url: string, more: Partial<OutgoingEvent> = {}): OutgoingEvent {
  return {
    url,
    format: 'standard',
    eventId: 'evt_1',
    eventType: 'lead.created',
    occurredAt: '2026-01-31T09:00:00.000Z',
    data: { lead_id: 7, source: 'Größe' },
    secrets: ['whsec_' + Buffer.from('key').toString('base64')],
    ...more,
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}

afterEach(async () => {
  for (const made of senders.splice(0)) {
    made.close();
  }
  sockets.forEach((socket) => socket.destroy());
  sockets.clear();
  for (const server of servers.splice(0)) {
    await new Promise((resolve) => server.close(resolve));
  }
});

describe('the webhook sender', () => {
  it('posts the payload, signed so that an independent library verifies it', async () => {
    const seen: { body: string; headers: Record<string, string> }[] = [];
    const url = await serve((request, response) => {
      void read(request).then((body) => {
        seen.push({
          body,
          headers: { ...(request.headers as Record<string, string>), method: request.method ?? '' },
        });
        response.writeHead(202).end('thank you');
      });
    });
    const sent = event(url);
    const before = Date.now();
    const outcome = await sender().send(sent);
    expect(outcome).toMatchObject({
      kind: 'responded',
      status: 202,
      retryAfterMilliseconds: null,
      response: 'thank you',
    });
    const [{ body, headers } = { body: '', headers: {} as Record<string, string> }] = seen;
    expect(JSON.parse(body)).toEqual({
      id: 'evt_1',
      type: 'lead.created',
      timestamp: expect.any(String),
      data: { lead_id: 7, source: 'Größe', occurred_at: '2026-01-31T09:00:00.000Z' },
    });
    expect(Date.parse(JSON.parse(body).timestamp)).toBeGreaterThanOrEqual(before);
    expect(headers).toMatchObject({
      method: 'POST',
      'content-type': 'application/json',
      'x-webhook-id': 'evt_1',
      'x-webhook-event': 'lead.created',
      'x-webhook-signature': bodySignature(body, sent.secrets[0]),
    });
    expect(new Webhook(sent.secrets[0]).verify(body, headers)).toEqual(JSON.parse(body));
    expect(outcome.request?.body).toBe(body);
    const { 'x-webhook-signature': signature = '', 'webhook-signature': standard = '' } = headers;
    expect(JSON.stringify(outcome)).not.toContain(signature);
    expect(JSON.stringify(outcome)).not.toContain(standard.slice(3));
  });

  it('keeps the response of a target that repeats what it receives, without secrets', async () => {
    const sent = event(
      await serve((request, response) => {
        response
          .writeHead(200, {
            'set-cookie': ['a=hidden', 'b=hidden'],
            'x-seen': request.headers['x-webhook-signature'],
          })
          .end(JSON.stringify(request.headers));
      }),
    );
    const outcome = await sender().send(sent);
    if (outcome.kind !== 'responded') {
      throw new Error(outcome.error);
    }
    const shown = new Map(outcome.responseHeaders);
    expect([shown.get('set-cookie'), shown.get('x-seen')]).toEqual(['[masked]', '[masked]']);
    expect(JSON.parse(outcome.response)).toMatchObject({
      'x-webhook-event': 'lead.created',
      'x-webhook-signature': '[masked]',
    });
    expect(new Map(outcome.request?.headers).get('X-Webhook-Signature')).toBe('[masked]');
  });

  it('does not follow a redirect', async () => {
    let followed = 0;
    const inner = await serve((_request, response) => {
      followed += 1;
      response.end();
    });
    const url = await serve((_request, response) => response.writeHead(307, { location: inner }).end());
    expect(await sender().send(event(url))).toMatchObject({ kind: 'responded', status: 307 });
    expect(followed).toBe(0);
  });

  it('returns how long the target asks to wait', async () => {
    const url = await serve((_request, response) => response.writeHead(429, { 'retry-after': '120' }).end());
    expect(await sender().send(event(url))).toMatchObject({ status: 429, retryAfterMilliseconds: 120_000 });
  });

  it('limits the time of a target that hangs', async () => {
    const url = await serve(() => undefined);
    const before = performance.now();
    expect(await sender({ timeoutMilliseconds: 300 }).send(event(url))).toMatchObject({
      kind: 'no_response',
      error: 'No response came in time (ETIMEDOUT)',
      request: { body: expect.stringContaining('evt_1') },
    });
    expect(performance.now() - before).toBeLessThan(20_000);
  });

  const slowly: RequestListener = (_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 20);
    response.once('close', () => clearInterval(timer));
  };

  it.each<[string, RequestListener, number, RegExp]>([
    ['is sent slowly and without an end', slowly, 200, /^\.+$/],
    [
      'breaks off in the middle',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('part', () => response.socket?.destroy());
      },
      200,
      /^(?:part)?$/,
    ],
    [
      'is not compressed as its headers say',
      (_request, response) => response.writeHead(201, { 'content-encoding': 'gzip' }).end('plain'),
      201,
      /^$/,
    ],
    [
      'is compressed and breaks off',
      (_request, response) =>
        response.writeHead(410, { 'content-encoding': 'gzip' }).end(gzipSync('gone').subarray(0, 15)),
      410,
      /^(?:gone?)?$/,
    ],
    [
      'never begins',
      (_request, response) => response.writeHead(503, { 'retry-after': '7' }).flushHeaders(),
      503,
      /^$/,
    ],
  ])('judges by its status a response whose body %s', async (_, listener, status, response) => {
    const url = await serve(listener);
    expect(await sender({ timeoutMilliseconds: 2_000 }).send(event(url))).toMatchObject({
      kind: 'responded',
      status,
      response: expect.stringMatching(response),
      retryAfterMilliseconds: status === 503 ? 7_000 : null,
    });
  });

  it('limits the time of headers that arrive slowly', async () => {
    const port = await listen(
      createSocketServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const timer = setInterval(() => socket.write('X: 1\r\n'), 20);
        socket.on('error', () => undefined).once('close', () => clearInterval(timer));
      }),
    );
    const outcome = await sender({ timeoutMilliseconds: 300 }).send(event(`http://127.0.0.1:${port}/`));
    expect(outcome).toMatchObject({ kind: 'no_response' });
  });

  it('reads at most 16 KB of an endless response', async () => {
    let written = 0;
    const url = await serve((_request, response) => {
      const pump = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, 'x'))) {
          written += 64 * 1024;
        }
      };
      response.on('drain', pump);
      pump();
    });
    const outcome = await sender({ timeoutMilliseconds: 30_000 }).send(event(url));
    expect(outcome).toMatchObject({ kind: 'responded', status: 200, response: 'x'.repeat(4_096) });
    expect(written).toBeLessThan(16 * 1024 * 1024);
  });

  it('reads at most 16 KB of a small compressed response that expands', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, 'x'));
    const url = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    const before = process.memoryUsage().rss;
    expect(await sender({ timeoutMilliseconds: 30_000 }).send(event(url))).toMatchObject({ status: 200 });
    expect(process.memoryUsage().rss - before).toBeLessThan(40 * 1024 * 1024);
  });

  it('removes control characters from the stored part of a response', async () => {
    const url = await serve((_request, response) => response.writeHead(500).end('a\u0000\u001b[31m\nb'));
    expect(await sender().send(event(url))).toMatchObject({ response: 'a [31m b' });
  });

  it('reports what happened if the target closes the connection', async () => {
    const outcome = await sender().send(event(await serve((request) => request.socket.destroy())));
    expect(outcome).toMatchObject({
      kind: 'no_response',
      error: expect.stringContaining('The connection was dropped'),
    });
  });

  it('reports it if nothing listens, or if the response is not HTTP', async () => {
    const port = await listen(createSocketServer((socket) => socket.end('220 mail.example.com ESMTP\r\n')));
    expect(await sender().send(event(`http://127.0.0.1:${port}/`))).toMatchObject({ kind: 'no_response' });
    const url = await serve(() => undefined);
    const server = servers.pop();
    await new Promise((resolve) => server?.close(resolve));
    expect(await sender().send(event(url))).toMatchObject({
      error: 'The connection was refused (ECONNREFUSED)',
    });
  });

  describe('to a forbidden address', () => {
    it.each([
      'http://10.0.0.1/',
      'http://127.0.0.2/',
      'http://[::1]/',
      'http://[::ffff:10.0.0.1]/',
      'http://169.254.169.254/latest/meta-data',
    ])('refuses %s', async (url) => {
      const outcome = await sender().send(event(url));
      expect(outcome).toEqual({ kind: 'no_response', error: expect.stringMatching(/private(?!.*https)/) });
    });

    it('refuses a name that resolves to it, although the target listens', async () => {
      let requests = 0;
      const url = await serve((_request, response) => {
        requests += 1;
        response.end();
      });
      const { port } = new URL(url);
      const named = event(`http://hooks.example.com:${port}/`);
      const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
      const strict = sender({ guard: createAddressGuard([]), resolve });
      expect(await strict.send(named)).toEqual({
        kind: 'no_response',
        error: expect.stringContaining('private'),
      });
      expect(requests).toBe(0);
      expect(await sender({ resolve }).send(named)).toMatchObject({ kind: 'responded', status: 200 });
    });

    it('connects to the very address that was checked, even if the name changes a moment later', async () => {
      let requests = 0;
      const url = await serve((_request, response) => {
        requests += 1;
        response.end();
      });
      let looks = 0;
      const outcome = await sender({
        guard: createAddressGuard(['127.0.0.9']),
        // The first address refuses connections; a second look-up would lead to the server.
        resolve: () => {
          looks += 1;
          return Promise.resolve([{ address: looks === 1 ? '127.0.0.9' : '127.0.0.1', family: 4 }]);
        },
      }).send(event(`http://hooks.example.com:${new URL(url).port}/`));
      expect(outcome).toMatchObject({ kind: 'no_response', error: expect.stringContaining('refused') });
      expect([looks, requests]).toEqual([1, 0]);
    });

    it('refuses plain http if the configuration does not allow it', async () => {
      const url = await serve((_request, response) => response.end());
      expect(await sender({ allowHttp: false }).send(event(url))).toEqual({
        kind: 'no_response',
        error: expect.stringMatching(/^https is required(?!.*private)/),
      });
    });
  });

  it('lets no webhook wait for the sockets of another on the same host', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/good') {
        response.end();
      }
    });
    const shared = sender({ timeoutMilliseconds: 6_000 });
    let ended = 0;
    const hanging = Array.from({ length: 200 }, () => shared.send(event(url)).finally(() => (ended += 1)));
    expect(await shared.send(event(new URL('/good', url).href))).toMatchObject({ status: 200 });
    expect(ended).toBe(0);
    await Promise.all(hanging);
  });
});
