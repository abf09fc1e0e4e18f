import { describe, expect, it } from '@jest/globals';

import { LeadbridgeError } from './leadbridge-error.js';
import { createTransport, type RetryWait } from './transport.js';

type Reply = () => Response | Promise<Response>;

const ok: Reply = () => Response.json({ ok: true });
const lost: Reply = () => {
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
  });
};
const refused =
  (status: number, headers: Record<string, string> = {}, body: unknown = {}): Reply =>
  () =>
    Response.json(body, { status, headers });

function setUp(...replies: Reply[]) {
  const bodies: string[] = [];
  const slept: number[] = [];
  const waits: RetryWait[] = [];
  const send = createTransport({
    fetch: async (request) => {
      bodies.push(await request.text());
      return await (replies.shift() ?? ok)();
    },
    maxWaitSeconds: 60,
    onWait: (wait) => void waits.push(wait),
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      slept.push(milliseconds);
    },
  });
  return { send, bodies, slept, waits };
}

const url = 'https://leads.example.com/api/v1/jobs';
const get = () => new Request(url);
const post = (headers: Record<string, string> = {}) =>
  new Request(url, { method: 'POST', body: '{"a":1}', headers });
const keyed = () => post({ 'Idempotency-Key': 'k' });

describe('a request of the client', () => {
  it('is repeated with the same body after the pause that a 429 or 503 asks for', async () => {
    const { send, bodies, slept, waits } = setUp(
      refused(429, { 'Retry-After': '7' }),
      refused(503, { 'Retry-After': '2' }),
    );
    expect(await (await send(post())).json()).toEqual({ ok: true });
    expect(slept).toEqual([7_000, 2_000]);
    expect(bodies).toEqual(['{"a":1}', '{"a":1}', '{"a":1}']);
    expect(waits.map(({ seconds, error }) => [seconds, error.status])).toEqual([
      [7, 429],
      [2, 503],
    ]);
  });

  it('waits for a first request with the same key, and until a date', async () => {
    const soon = new Date(Date.now() + 20_000).toUTCString();
    const { send, slept } = setUp(
      refused(409, { 'Retry-After': '1' }),
      refused(429, { 'Retry-After': soon }),
    );
    await send(keyed());
    expect(slept[0]).toBe(1_000);
    expect(slept[1]).toBeGreaterThan(15_000);
    expect(slept[1]).toBeLessThanOrEqual(20_000);
  });

  it('is sent four times at most', async () => {
    const { send, bodies, slept } = setUp(...Array.from({ length: 9 }, () => lost));
    const error: unknown = await send(get()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(LeadbridgeError);
    expect(error).toMatchObject({
      code: 'NETWORK_ERROR',
      status: null,
      message: 'https://leads.example.com cannot be reached: ECONNREFUSED',
    });
    expect(bodies).toHaveLength(4);
    expect(slept).toEqual([500, 2_000, 5_000]);
  });

  it('that may have done something is repeated with an Idempotency-Key alone', async () => {
    const once = setUp(lost);
    await expect(once.send(post())).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
    expect(once.bodies).toHaveLength(1);
    const twice = setUp(lost);
    expect((await twice.send(keyed())).status).toBe(200);
    expect(twice.bodies).toHaveLength(2);
    const unsaid = setUp(refused(503));
    await expect(unsaid.send(post())).rejects.toMatchObject({ status: 503 });
  });

  it('is retried if the response is incomplete', async () => {
    const cut: Reply = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => {
            controller.error(new TypeError('terminated'));
          },
        }),
      );
    const { send, bodies } = setUp(cut);
    expect(await (await send(keyed())).json()).toEqual({ ok: true });
    expect(bodies).toHaveLength(2);
  });

  it('tells the words of the service, its status and the id of the request', async () => {
    const error = {
      code: 'AUTHORIZATION_ERROR',
      message: 'The permission data.sync is required',
      details: { permission: 'data.sync' },
      request_id: 'req_1',
    };
    const { send, bodies } = setUp(refused(403, {}, { error }), refused(502, { 'X-Request-Id': 'req_2' }));
    await expect(send(get())).rejects.toMatchObject({
      name: 'LeadbridgeError',
      code: 'AUTHORIZATION_ERROR',
      message: 'The permission data.sync is required',
      status: 403,
      requestId: 'req_1',
      details: { permission: 'data.sync' },
    });
    await expect(send(get())).rejects.toMatchObject({
      code: 'UNEXPECTED_RESPONSE',
      status: 502,
      requestId: 'req_2',
    });
    expect(bodies).toHaveLength(2);
  });

  it('does not wait for longer than it was told', async () => {
    const { send, slept } = setUp(refused(429, { 'Retry-After': '61' }));
    await expect(send(get())).rejects.toMatchObject({ status: 429 });
    expect(slept).toEqual([]);
  });

  it("ends with the signal's reason, also while it waits", async () => {
    const controller = new AbortController();
    const { send, bodies } = setUp(() => {
      controller.abort(new Error('enough'));
      return refused(429, { 'Retry-After': '1' })();
    });
    await expect(send(new Request(url, { signal: controller.signal }))).rejects.toThrow('enough');
    expect(bodies).toHaveLength(1);
  });
});
