import { createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError } from '@leadbridge/platform';

import { readBytes } from './read-bytes.js';

const limit = 1_000;
let server: Server;
let port = 0;
/** What the last request ended with. */
let seen: Promise<string>;

beforeAll(async () => {
  server = createServer((incoming, response) => {
    seen = readBytes(incoming, response, limit).then(
      (bytes) => bytes.toString(),
      (error: unknown) =>
        error instanceof AppError ? `${error.status ?? 400} ${error.message}` : String(error),
    );
    void seen.then((text) => {
      response.end(text);
    });
  });
  server.on('checkContinue', (incoming, response) => {
    server.emit('request', incoming, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function sent(body: Uint8Array | string, headers: Record<string, string> = {}): Promise<string> {
  return await new Promise((resolve, reject) => {
    const outgoing = request({ port, method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.on('end', () => {
        outgoing.destroy();
        resolve(text);
      });
    });
    outgoing.on('error', reject);
    if (headers['expect'] === undefined) {
      outgoing.end(body);
    } else {
      outgoing.on('continue', () => outgoing.end(body)).flushHeaders();
    }
  });
}

const lengthOf = (body: Uint8Array | string): Record<string, string> => ({
  'content-length': String(Buffer.byteLength(body)),
});

describe('the bytes of a body', () => {
  it.each([
    ['with a length', lengthOf('Zoë')],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
    ['that waits for permission to be sent', { ...lengthOf('Zoë'), expect: '100-continue' }],
    ['named as uncompressed', { 'content-encoding': ' Identity ' }],
  ])('are read %s', async (_, headers) => {
    expect(await sent('Zoë', headers)).toBe('Zoë');
  });

  it('may be missing', async () => {
    expect(await sent('')).toBe('');
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('are decompressed from %s', async (encoding, compress) => {
    const body = compress(Buffer.from('{"a":1}'));
    expect(await sent(body, { 'content-encoding': encoding, ...lengthOf(body) })).toBe('{"a":1}');
  });
});

describe('a body that is too large', () => {
  const refusal = '413 The body is too large';

  it('is refused one byte above the limit', async () => {
    expect(await sent('x'.repeat(limit), lengthOf('x'.repeat(limit)))).toBe('x'.repeat(limit));
    expect(await sent('x'.repeat(limit + 1), lengthOf('x'.repeat(limit + 1)))).toBe(refusal);
    expect(await sent('x'.repeat(limit + 1), { 'transfer-encoding': 'chunked' })).toBe(refusal);
  });

  it('is refused for its decompressed size', async () => {
    const bomb = gzipSync(Buffer.alloc(500_000));
    expect(bomb.length).toBeLessThan(limit);
    expect(await sent(bomb, { 'content-encoding': 'gzip', ...lengthOf(bomb) })).toBe(refusal);
  });

  it('is refused while it is still being sent', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    socket.write(`${(2_000).toString(16)}\r\n${'x'.repeat(2_000)}\r\n`);
    const response = await new Promise<string>((resolve) => {
      socket.once('data', (piece) => {
        resolve(piece.toString());
      });
    });
    socket.destroy();
    expect(response).toContain(refusal);
  });
});

describe('a body that cannot be read', () => {
  const refusal = '400 The body could not be read';

  it.each([
    ['gzip', Buffer.from('not compressed')],
    ['deflate', Buffer.from('not compressed')],
    ['br', Buffer.from('not compressed at all, in any way')],
    ['gzip', gzipSync(Buffer.from('x'.repeat(500))).subarray(0, 15)],
  ])('is refused: broken %s', async (encoding, body) => {
    expect(await sent(body, { 'content-encoding': encoding, ...lengthOf(body) })).toBe(refusal);
  });

  it.each(['zstd', 'gzip, br', 'constructor', '__proto__', ''])(
    'is refused for the encoding "%s"',
    async (encoding) => {
      expect(await sent('x', { 'content-encoding': encoding, ...lengthOf('x') })).toBe(
        '415 The Content-Encoding is not supported',
      );
    },
  );

  it('ends when the client hangs up in the middle', async () => {
    const socket = connect(port, '127.0.0.1');
    const begun = new Promise<void>((resolve) => {
      server.once('request', () => {
        resolve();
      });
    });
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc');
    await begun;
    socket.destroy();
    expect(await seen).toBe(refusal);
  });
});
