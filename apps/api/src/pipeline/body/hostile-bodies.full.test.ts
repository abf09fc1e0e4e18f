import { gzipSync } from 'node:zlib';

import { describe, expect, it } from '@jest/globals';

import type { ApiResponse } from '../../testing/call-api.js';
import { useTestApi } from '../../testing/test-api.js';

const lead = { source: 'manual', data: { email: 'ada@example.com' } };

/** A body with `text` in place of the lead's data. */
function withData(text: string): string {
  return `{"source":"manual","data":${text}}`;
}

function nested(depth: number): string {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`;
}

/** Milliseconds of CPU time, independent of other processes. */
function workSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** The CPU milliseconds of the longest turn of the event loop while `work` runs. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let begun = process.cpuUsage();
  const measure = (): void => {
    longest = Math.max(longest, workSince(begun));
    begun = process.cpuUsage();
    if (!isOver) {
      setImmediate(measure);
    }
  };
  setImmediate(measure);
  await work();
  isOver = true;
  return longest;
}

describe('hostile bodies', () => {
  const api = useTestApi();

  const post = (
    raw: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
    path = '/sync/leads',
  ) => api.call('POST', path, { raw, headers: { Prefer: 'respond-async', ...headers } });

  function expectRefusal(response: ApiResponse, status: number): void {
    expect(response.status).toBe(status);
    expect(response.body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.any(String),
      details: expect.any(Object),
      request_id: response.headers.get('x-request-id'),
    });
    expect(response.headers.get('x-ratelimit-limit')).toMatch(/^(1000|10)$/);
  }

  it.each([
    ['text that is no JSON', 'source=manual'],
    ['a cut-off object', '{"source":"manual","data":{'],
    ['two values', '{} {}'],
    ['single quotes', "{'source':'manual'}"],
    ['a number', '5'],
    ['null', 'null'],
    ['a text', '"lead"'],
    ['a list', JSON.stringify([lead])],
    ['nothing but spaces', '   '],
    ['40,000 lists in each other', nested(40_000)],
    ['40,000 lists inside the data', withData(nested(40_000))],
    ['brackets that never close', '['.repeat(100_000)],
    ['__proto__ at the top', '{"source":"manual","data":{},"__proto__":{"admin":true}}'],
    ['__proto__ inside the data', withData('{"email":"a@example.com","__proto__":{"admin":true}}')],
    ['__proto__ in escapes', withData('{"\\u005f_proto__":1}')],
    ['constructor at the top', '{"source":"manual","data":{},"constructor":{"prototype":{"x":1}}}'],
    ['constructor inside the data', withData('{"constructor":{"prototype":{"x":1}}}')],
    ['a key with a NUL', withData('{"a\\u0000b":1}')],
    ['a key that the database driver would obey', withData('{"_bsontype":"ObjectId","id":"x"}')],
  ])('rejects %s with 400', async (_name, raw) => {
    expectRefusal(await post(raw), 400);
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });

  it('rejects an empty body with 400', async () => {
    const response = await api.call('POST', '/sync/leads');
    expectRefusal(response, 400);
    expect(response.body.error?.['details']).toMatchObject({ field: 'body', value: null });
  });

  it('rejects invalid UTF-8 with 400 instead of importing other letters', async () => {
    const bytes = Buffer.from(withData('{"first_name":"J\u00fcrgen"}'), 'latin1');
    expectRefusal(await post(new Uint8Array(bytes)), 400);
  });

  it('accepts a byte order mark', async () => {
    expect((await post(`\ufeff${JSON.stringify(lead)}`)).status).toBe(202);
  });

  it.each([
    ['text/plain', 'text/plain'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['a file', 'multipart/form-data; boundary=x'],
    ['XML', 'application/xml'],
    ['JSON in another charset', 'application/json; charset=utf-16'],
    ['something like JSON', 'application/jsonp'],
  ])('rejects %s with 415', async (_name, type) => {
    expectRefusal(await post(JSON.stringify(lead), { 'Content-Type': type }), 415);
  });

  it.each([
    'application/json; charset=UTF-8',
    'application/json;charset="utf-8"',
    'application/vnd.lead+json',
  ])('accepts %s', async (type) => {
    expect((await post(JSON.stringify(lead), { 'Content-Type': type })).status).toBe(202);
  });

  it('rejects an unknown Content-Encoding with 415, and invalid gzip with 400', async () => {
    expectRefusal(await post('{}', { 'Content-Encoding': 'compress' }), 415);
    expectRefusal(await post('{}', { 'Content-Encoding': 'gzip' }), 400);
  });

  it('accepts a compressed body, and limits its decompressed size', async () => {
    const headers = { 'Content-Encoding': 'gzip' };
    expect((await post(new Uint8Array(gzipSync(JSON.stringify(lead))), headers)).status).toBe(202);
    const bomb = gzipSync(withData(`{"notes":"${'x'.repeat(5_000_000)}"}`));
    expectRefusal(await post(new Uint8Array(bomb), headers), 413);
  });

  it('rejects more than 1 MiB with 413, and accepts up to 10 MiB for a bulk import', async () => {
    const text = 'x'.repeat(1024 * 1024);
    expectRefusal(await post(withData(`{"notes":"${text}"}`)), 413);
    const bulk = (size: number): string =>
      JSON.stringify({ source: 'manual', leads: [{ email: 'a@example.com', notes: text.repeat(size) }] });
    expect((await post(bulk(9), {}, '/sync/leads/bulk')).status).toBe(202);
    expectRefusal(await post(bulk(10), {}, '/sync/leads/bulk'), 413);
  });

  it('rejects a lead with more values than one record can have with 413', async () => {
    const many = `[${'1,'.repeat(300_000)}1]`;
    expectRefusal(await post(withData(`{"keywords":${many}}`)), 413);
  });

  it.each([
    ['/sync/leads', `{"source":"manual","data":[${'1,'.repeat(100_000)}1]}`, 25_000],
    ['/webhooks/dnc-sync', `[${'{},'.repeat(99_998)}{}]`, 25_000],
    [
      '/sync/leads/bulk',
      `{"source":"manual","leads":[${`[${'1,'.repeat(19_000)}1],`.repeat(55)}1]}`,
      1_000_000,
    ],
  ])('rejects more values than any body of %s has before it builds them', async (path, raw, max) => {
    const response = await post(raw, {}, path);
    expectRefusal(response, 413);
    expect(response.body.error?.['message']).toBe(`The body holds more than ${max} values`);
  });

  it.each([
    ['/sync/leads/bulk', `{"source":"manual","leads":[${'{},'.repeat(10_000)}{}]}`, 413, 'leads'],
    ['/webhooks/dnc-sync', `[${'{},'.repeat(500)}{}]`, 413, 'body'],
    [
      '/webhooks/dnc-sync',
      `[{"ticket_id":1,"changes":{"customfields":[${'{},'.repeat(1_000)}{}]}}]`,
      400,
      '0.changes.customfields',
    ],
    ['/webhooks', `{"url":"https://example.com","events":[${'"x",'.repeat(20_000)}"x"]}`, 400, 'events'],
  ])('rejects a list of %s that is too long by its length alone', async (path, raw, status, field) => {
    const response = await post(raw, {}, path);
    expectRefusal(response, status);
    expect(response.body.error).toMatchObject({ details: { field, errors: [{ field }] } });
  });

  it('rejects an object with very many keys before it builds it', async () => {
    const keys = Array.from({ length: 500_000 }, (_, index) => `"k${index}":1`).join(',');
    const started = process.cpuUsage();
    const response = await post(`{"source":"manual","leads":[{${keys}}]}`, {}, '/sync/leads/bulk');
    expectRefusal(response, 413);
    expect(response.body.error?.['message']).toBe('An object of the body has more than 2000 keys');
    expect(workSince(started)).toBeLessThan(3_000);
  });

  it('never blocks the process for long, whatever is sent', async () => {
    const distinct = (count: number, name: string): string =>
      `{${Array.from({ length: count }, (_, index) => `"${name}_${index}":1`).join(',')}}`;
    const hostile: [string, string][] = [
      ['/webhooks/dnc-sync', `[${'{},'.repeat(99_998)}{}]`],
      ['/webhooks/dnc-sync', `[${'{},'.repeat(499)}{}]`],
      ['/webhooks/dnc-sync', `{"ticket_id":1,"changes":{"customfields":[${'{"id":1},'.repeat(11_000)}{}]}}`],
      [
        '/sync/leads',
        withData(`[${Array.from({ length: 12_000 }, (_, index) => `{"k${index}":1}`).join(',')}]`),
      ],
      ['/sync/leads', `{"source":"manual","data":{},${distinct(1_900, 'k').slice(1)}`],
      [
        '/sync/leads/bulk',
        `{"source":"manual","leads":[${Array.from({ length: 330 }, (_, index) => distinct(1_900, `key${index}`)).join(',')}]}`,
      ],
    ];
    for (const [path, raw] of hostile) {
      const longest = await longestTurn(() => post(raw, {}, path));
      // `npm run bench event-loop` verifies the limit of 100 ms per turn by measuring the delay of the API's
      // own event loop. The CPU time here includes all threads of the process, the compiler, the garbage
      // collector and the test.
      expect([path, longest < 400]).toEqual([path, true]);
    }
  });

  it('does not count commas in strings as values', async () => {
    const response = await post(withData(`{"email":"ada@example.com","notes":"${','.repeat(200_000)}"}`));
    expect(response.status).toBe(202);
  });

  it('reports only the first error of a large body with very many', async () => {
    const keys = Array.from({ length: 1_900 }, (_, index) => `"a key of a length ${index}":1`).join(',');
    const response = await post(`{"source":"manual","data":{},${keys}}`);
    expectRefusal(response, 400);
    expect(response.text.length).toBeLessThan(2_000);
  });

  it('shortens quoted values', async () => {
    const response = await post(
      JSON.stringify({ ...lead, source: 'x'.repeat(10_000), ['k'.repeat(10_000)]: 1 }),
    );
    expectRefusal(response, 400);
    expect(response.text.length).toBeLessThan(4_000);
  });

  it.each([
    'toBSON',
    'toObject',
    'toJSON',
    'hasOwnProperty',
    'valueOf',
    'then',
    '$where',
    'a.b',
    '',
    '_id',
    'length',
    '$set',
  ])('stores a lead with the key "%s" unchanged', async (key) => {
    const data = { email: 'ada@example.com', [key]: { [key]: 'x' } };
    const response = await post(JSON.stringify({ source: 'manual', data }));
    expect(response.status).toBe(202);
    const record = await api.services.jobs.find(String(response.body['job_id']));
    expect(JSON.stringify(record?.input['data'])).toBe(JSON.stringify(data));
  });

  it('accepts values at the limits of JSON', async () => {
    const data =
      '{"a":1e400,"b":-0,"c":1e-320,"d":"\\ud800","e":"\\u0000","f":9007199254740993,"g":[],"h":{}}';
    expect((await post(withData(data))).status).toBe(202);
  });

  it('ignores a body if the route reads none', async () => {
    const response = await api.call('DELETE', '/jobs', { raw: 'no JSON at all' });
    expect(response.status).toBe(405);
  });
});
