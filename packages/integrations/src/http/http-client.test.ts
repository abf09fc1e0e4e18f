import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, it } from '@jest/globals';

import { createHttpClient, type HttpClient, type HttpClientSettings } from './http-client.js';
import { HttpFault, httpFault } from './http-fault.js';

const servers: Server[] = [];
const clients: HttpClient[] = [];

async function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/path?search=jane@example.com`);
}

function client(settings: Partial<HttpClientSettings> = {}): HttpClient {
  const made = createHttpClient({
    timeoutMilliseconds: 2000,
    maximumResponseBytes: 1000,
    incompleteBody: 'fail',
    ...settings,
  });
  clients.push(made);
  return made;
}

async function faultOf(promise: Promise<unknown>): Promise<HttpFault> {
  const error: unknown = await promise.then(
    () => new Error('no fault'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(HttpFault);
  return error as HttpFault;
}

afterEach(async () => {
  for (const made of clients.splice(0)) {
    made.close();
  }
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

describe('the HTTP client', () => {
  it('sends method, headers and body unchanged, and reads status, type and text', async () => {
    const seen: string[] = [];
    const url = await serve((request, response) => {
      request.on('data', (chunk: Buffer) => seen.push(chunk.toString()));
      request.on('end', () => {
        seen.push(
          request.method ?? '',
          request.headers['user-agent'] ?? '',
          String(request.headers['x-one']),
        );
        response.writeHead(418, { 'content-type': 'text/plain', 'retry-after': '7' }).end('größe');
      });
    });
    const response = await client().send({ method: 'POST', url, headers: { 'x-one': '1' }, body: '{"a":1}' });
    expect(seen).toEqual(['{"a":1}', 'POST', 'Leadbridge/1.0', '1']);
    expect(response).toEqual({
      status: 418,
      contentType: 'text/plain',
      headers: expect.any(Map),
      retryAfterMilliseconds: 7000,
      body: 'größe',
    });
  });

  it.each([
    [new Date(Date.now() + 60_000).toUTCString(), 50_000, 60_000],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 0, 0],
    [' 1.5 ', 1_500, 1_500],
  ])('reads when to retry, also as a date: %s', async (header, min, max) => {
    const url = await serve((_request, response) => {
      response.writeHead(429, { 'retry-after': header }).end();
    });
    const { retryAfterMilliseconds: milliseconds } = await client().send({ method: 'GET', url });
    expect(milliseconds).toBeGreaterThanOrEqual(min);
    expect(milliseconds).toBeLessThanOrEqual(max);
  });

  it('ignores an invalid Retry-After', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(429, { 'retry-after': 'soon' }).end();
    });
    expect(await client().send({ method: 'GET', url })).toMatchObject({ retryAfterMilliseconds: null });
  });

  it('does not follow a redirect', async () => {
    let requests = 0;
    const url = await serve((_request, response) => {
      requests += 1;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect((await client().send({ method: 'GET', url })).status).toBe(302);
    expect(requests).toBe(1);
  });

  it('repeats nothing on its own', async () => {
    let requests = 0;
    const url = await serve((_request, response) => {
      requests += 1;
      response.writeHead(503).end();
    });
    expect((await client().send({ method: 'GET', url })).status).toBe(503);
    expect(requests).toBe(1);
  });

  it('reports that a refused connection never reached the other side', async () => {
    const url = await serve(() => undefined);
    const server = servers.pop();
    await new Promise((resolve) => server?.close(resolve));
    const fault = await faultOf(client().send({ method: 'POST', url, body: '{}' }));
    expect(fault).toMatchObject({ code: 'ECONNREFUSED', mayHaveArrived: false });
  });

  it('says that a target which was addressed by https speaks plain http', async () => {
    const url = await serve((_request, response) => response.end());
    url.protocol = 'https:';
    const fault = await faultOf(client().send({ method: 'POST', url, body: '{}' }));
    expect(fault).toMatchObject({ message: expect.stringContaining('plain http'), mayHaveArrived: false });
  });

  it.each([
    ['CERT_HAS_EXPIRED', 'the TLS certificate has expired'],
    ['CERT_NOT_YET_VALID', 'the TLS certificate is not valid yet'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the TLS certificate is self-signed'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'the TLS certificate is of an unknown authority'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'an intermediate one is missing'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'an intermediate one is missing'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'the TLS certificate is for another host name'],
    ['ETIMEOUT', 'the host name could not be resolved for now'],
    ['ESERVFAIL', 'the host name could not be resolved for now'],
  ])('says in words what %s is', (code, words) => {
    const { message } = httpFault({ method: 'POST', url: new URL('https://psa.example.com') }, code, false);
    expect(message).toContain(`${words} (${code})`);
  });

  it('reports that a dropped connection may have delivered the request', async () => {
    const url = await serve((request) => request.socket.destroy());
    const fault = await faultOf(client().send({ method: 'POST', url, body: '{}' }));
    expect(fault).toMatchObject({ code: 'ECONNRESET', mayHaveArrived: true });
  });

  it('reports this for a reused connection too', async () => {
    let requests = 0;
    const url = await serve((request, response) => {
      requests += 1;
      if (requests === 1) {
        response.end('first');
      } else {
        request.socket.destroy();
      }
    });
    const made = client();
    expect((await made.send({ method: 'GET', url })).body).toBe('first');
    const fault = await faultOf(made.send({ method: 'POST', url, body: '{}' }));
    expect(fault.mayHaveArrived).toBe(true);
  });

  it('aborts a request that takes too long', async () => {
    const url = await serve(() => undefined);
    const fault = await faultOf(client({ timeoutMilliseconds: 100 }).send({ method: 'GET', url }));
    expect(fault).toMatchObject({ code: 'ETIMEDOUT', mayHaveArrived: true });
  });

  it('fails if the other side goes on in another protocol', async () => {
    const url = await serve((request) => {
      request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
    });
    const fault = await faultOf(client().send({ method: 'POST', url, body: '{}' }));
    expect(fault).toMatchObject({ code: 'ERR_PROTOCOL_SWITCHED', mayHaveArrived: true });
  });

  it('fails if a response is cut off', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('part', () => response.socket?.destroy());
    });
    const fault = await faultOf(client().send({ method: 'GET', url }));
    expect(fault.mayHaveArrived).toBe(true);
  });

  it('fails on, or truncates, a response that is too large', async () => {
    const url = await serve((_request, response) => response.end('x'.repeat(5000)));
    const fault = await faultOf(client().send({ method: 'GET', url }));
    expect(fault.code).toBe('ERR_RESPONSE_TOO_LARGE');
    const cut = await client({ incompleteBody: 'keep' }).send({ method: 'GET', url });
    expect(cut.body).toBe('x'.repeat(1000));
    expect(cut.status).toBe(200);
  });

  it('keeps query, headers and bodies out of its errors', async () => {
    const url = await serve((request) => request.socket.destroy());
    const fault = await faultOf(
      client().send({
        method: 'POST',
        url,
        headers: { authorization: 'Bearer hidden-token' },
        body: 'hidden-body',
      }),
    );
    const everything = JSON.stringify({
      ...fault,
      message: fault.message,
      stack: fault.stack,
      cause: fault.cause,
    });
    expect(everything).not.toMatch(/hidden|jane/);
    expect(fault.message).toContain('/path');
  });

  it('reuses a connection', async () => {
    const ports = new Set<number | undefined>();
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('ok');
    });
    const made = client();
    for (let count = 0; count < 3; count += 1) {
      await made.send({ method: 'GET', url });
    }
    expect(ports.size).toBe(1);
  });
});
