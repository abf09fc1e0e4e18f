import { connect } from 'node:net';

import { describe, expect, it } from '@jest/globals';

import { useTestApi } from '../../testing/test-api.js';

interface Heard {
  readonly text: string;
  readonly closed: boolean;
  /** Bytes that were sent until the connection ended. */
  readonly sent: number;
}

describe('requests at the HTTP level', () => {
  const api = useTestApi();

  /** Sends raw bytes, then `more` repeatedly, and reads until `until` matches. */
  async function exchange(bytes: string, until: RegExp, more?: string): Promise<Heard> {
    const { port } = new URL(api.origin);
    return await new Promise((resolve) => {
      const socket = connect(Number(port), '127.0.0.1');
      let text = '';
      let sent = 0;
      let closed = false;
      const end = (): void => {
        clearInterval(sending);
        clearTimeout(timer);
        socket.destroy();
        resolve({ text, closed, sent });
      };
      const timer = setTimeout(end, 60_000);
      const sending = setInterval(() => {
        if (more !== undefined && !socket.writableNeedDrain && !socket.destroyed) {
          socket.write(more);
          sent += more.length;
        }
      }, 1);
      socket.on('data', (data) => {
        text += data.toString();
        if (until.test(text)) {
          end();
        }
      });
      socket.on('error', () => undefined);
      socket.on('close', () => {
        closed = true;
        end();
      });
      socket.write(bytes);
    });
  }

  const head = (lines: readonly string[], key = api.keys.admin): string =>
    [
      'POST /api/v1/validate/leads HTTP/1.1',
      'Host: edge.test',
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      ...lines,
      '',
      '',
    ].join('\r\n');
  const whole = /\r\n\r\n\{.*\}$/s;
  const pieceOf = (bytes: number): string => `${bytes.toString(16)}\r\n${'a'.repeat(bytes)}\r\n`;
  const piece = pieceOf(0x10000);

  function envelopeOf(text: string): Record<string, unknown> {
    const { error } = JSON.parse(text.slice(text.lastIndexOf('\r\n\r\n') + 4)) as {
      error: Record<string, unknown>;
    };
    expect(text).toContain(`X-Request-Id: ${String(error['request_id'])}\r\n`);
    expect(text).toMatch(
      /X-RateLimit-Limit: \d+\r\nX-RateLimit-Remaining: \d+\r\nX-RateLimit-Reset: \d+\r\n/,
    );
    return error;
  }

  it('rejects a body that is declared too large before it arrives', async () => {
    const { text, sent } = await exchange(head(['Content-Length: 99999999']), whole);
    expect(text).toMatch(/^HTTP\/1.1 413 /);
    expect(envelopeOf(text)).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field: 'body', value: null, errors: [{ field: 'body', message: 'The body is too large' }] },
    });
    expect(sent).toBe(0);
  });

  it('rejects an endless body once it is too large', async () => {
    const { text } = await exchange(head(['Transfer-Encoding: chunked']), whole, piece);
    expect(text).toMatch(/^HTTP\/1.1 413 /);
    expect(envelopeOf(text)).toMatchObject({ message: 'The body is too large' });
  });

  it('does not read forever from a client that keeps sending after the response', async () => {
    const { text, closed, sent } = await exchange(
      head(['Transfer-Encoding: chunked'], 'wrong'),
      /never/,
      pieceOf(0x100000),
    );
    expect(text).toMatch(/^HTTP\/1.1 401 /);
    expect(closed).toBe(true);
    expect(sent).toBeGreaterThan(32 * 1024 * 1024);
  });

  it('keeps a connection whose rejected body has ended', async () => {
    const body = 'x'.repeat(1024 * 1024 + 1);
    const next = `GET /api/v1/livez HTTP/1.1\r\nHost: edge.test\r\n\r\n`;
    const { text } = await exchange(
      `${head([`Content-Length: ${body.length}`])}${body}${next}`,
      /HTTP\/1.1 200 .*alive"\}$/s,
    );
    expect(text).toMatch(/^HTTP\/1.1 413 /);
    expect(text).toContain('HTTP/1.1 200 OK');
  });

  it('requests a body that is held back only when it would be read', async () => {
    const held = ['Content-Length: 2', 'Expect: 100-continue'];
    const refused = await exchange(head(held, 'wrong'), whole);
    expect(refused.text).toMatch(/^HTTP\/1.1 401 /);
    const tooLarge = await exchange(head(['Content-Length: 99999999', 'Expect: 100-continue']), whole);
    expect(tooLarge.text).toMatch(/^HTTP\/1.1 413 /);
    const asked = await exchange(head(held), /100 Continue\r\n\r\n/);
    expect(asked.text).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  });

  it.each([
    ['no host', 400, 'GET /api/v1/livez HTTP/1.1\r\n\r\n', 'Host'],
    ['two hosts', 400, 'GET /api/v1/livez HTTP/1.1\r\nHost: a.test\r\nHost: b.test\r\n\r\n', 'Host'],
    ['odd expectations', 417, 'GET /api/v1/livez HTTP/1.1\r\nHost: a.test\r\nExpect: tea\r\n\r\n', 'Expect'],
    ['no HTTP', 400, 'hello\r\n\r\n', 'request'],
    [
      'an address that cannot be decoded',
      400,
      'GET /api/v1/leads/%E0 HTTP/1.1\r\nHost: a.test\r\n\r\n',
      'path',
    ],
  ])('rejects %s in the envelope', async (_name, status, bytes, field) => {
    const { text } = await exchange(bytes, whole);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(envelopeOf(text)).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field, errors: [{ field, message: expect.any(String) }] },
    });
  });

  it.each([
    ['/api/v1/jobs', 'Authorization', 401],
    ['/api/v1/jobs', 'X-API-Key', 401],
    ['/metrics', 'Authorization', 401],
    ['/api/v1/webhooks/dnc-sync', 'Authorization', 401],
  ])('rejects two different credentials for %s in %s', async (path, name, status) => {
    const value = (key: string): string => `${name}: ${name === 'X-API-Key' ? '' : 'Bearer '}${key}`;
    const lines = [`GET ${path} HTTP/1.1`, 'Host: a.test', value(api.keys.admin), value('another'), '', ''];
    const { text } = await exchange(lines.join('\r\n'), whole);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(envelopeOf(text)).toMatchObject({
      code: 'AUTHENTICATION_ERROR',
      message: `The ${name} headers carry different credentials`,
    });
  });

  it('accepts the same credential twice', async () => {
    const key = `Authorization: Bearer ${api.keys.admin}`;
    const lines = ['GET /api/v1/jobs HTTP/1.1', 'Host: a.test', key, key, '', ''];
    const { text } = await exchange(lines.join('\r\n'), /\}$/);
    expect(text).toMatch(/^HTTP\/1.1 200 /);
  });

  it('accepts HTTP/1.0 without a host', async () => {
    const { text } = await exchange('GET /api/v1/livez HTTP/1.0\r\n\r\n', /alive"\}$/);
    expect(text).toMatch(/^HTTP\/1.1 200 /);
  });

  it.each([
    ['GET', '/nothing/here', 404],
    ['DELETE', '/leads', 405],
  ])('counts %s %s against the limit of the credential', async (method, path, status) => {
    const key = await api.issueKey('viewer');
    for (const remaining of ['999', '998']) {
      const response = await api.call(method, path, { key });
      expect(response.status).toBe(status);
      expect(response.headers.get('x-ratelimit-remaining')).toBe(remaining);
    }
  });
});
