import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestSystem } from '@leadbridge/devkit';

import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { startSystemHere } from '../support/start-system-here.js';

type Line = Readonly<Record<string, unknown>>;

let system: TestSystem;
let api: Caller;

beforeAll(async () => {
  system = await startSystemHere({ workers: 2, env: { LOG_LEVEL: 'debug', RATE_LIMIT_PER_HOUR: '100000' } });
  api = callerOf(system);
});

afterAll(async () => {
  await system.stop();
});

const outputs = () => [...system.apis, ...system.workers].map(({ output }) => output).join('\n');

/** The lines of all processes with this request's id. */
const linesOf = (requestId: string): Line[] =>
  outputs()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line['request_id'] === requestId);

/** The output of another process arrives a moment later. */
async function eventually<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) {
      return found;
    }
    if (Date.now() > deadline) {
      throw new Error(`It did not come about: ${String(look)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const jobLine = async (requestId: string) =>
  eventually(() => linesOf(requestId).find(({ app, message }) => app === 'worker' && message === 'job'));

const entriesOf = async (requestId: string) => {
  const { body } = await api.call('GET', '/errors?limit=500');
  return (body['errors'] as { message: string; level: string; details: Line }[]).filter(
    ({ details }) => details['request_id'] === requestId,
  );
};

describe('a request', () => {
  it('is followed by its id from the API to the worker that ran its job', async () => {
    const response = await api.importLead(flatLead(1), { headers: { 'X-Request-Id': 'drill-single' } });
    expect(response.status).toBe(201);
    const line = await jobLine('drill-single');
    expect(line).toMatchObject({
      level: 'info',
      queue: 'lead-imports',
      attempt: 1,
      milliseconds: expect.any(Number),
      job_id: expect.stringMatching(/^job_/u),
    });
    const request = await eventually(() => linesOf('drill-single').find(({ app }) => app === 'api'));
    expect(request).toMatchObject({ message: 'request', route: '/sync/leads', status: 201 });
  });

  it('that imports many has one line for its job, however long that took', async () => {
    const headers = { 'X-Request-Id': 'drill-bulk', Prefer: 'respond-async' };
    const { body } = await api.importBulk([flatLead(10), flatLead(11), flatLead(12)], { headers });
    await api.finished(String(body['job_id']));
    expect(await jobLine('drill-bulk')).toMatchObject({ queue: 'bulk-imports', job_id: body['job_id'] });
  });
});

describe('the error log', () => {
  it('lists the failed rows of a bulk import, once for each reason, with job and request', async () => {
    const headers = { 'X-Request-Id': 'drill-rows' };
    const broken = { first_name: 'Grace', email: 'grace.broken@' };
    const { body } = await api.importBulk([flatLead(20), broken, {}, broken, flatLead(20)], { headers });
    expect(body).toMatchObject({ successful: 1, failed: 4 });
    const entries = await entriesOf('drill-rows');
    expect(
      entries.map(({ level, message, details }) => [level, message, details['error_code']]).sort(),
    ).toEqual([
      ['warning', 'Duplicate email address (row 5)', 'DUPLICATE_IN_REQUEST'],
      ['warning', 'Insufficient data for deduplication (row 3)', 'INSUFFICIENT_DATA'],
      ['warning', 'Invalid email address (rows 2, 4)', 'VALIDATION_ERROR'],
    ]);
    expect(new Set(entries.map(({ details }) => details['job_id'])).size).toBe(1);
  });

  it('gives each of several imports in one batch its own request', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `drill-together-${index}`);
    const responses = await Promise.all(
      names.map(async (name) =>
        api.importLead({ first_name: 'Grace' }, { headers: { 'X-Request-Id': name } }),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([400]));
    const entries = await Promise.all(names.map(entriesOf));
    expect(entries.map((found) => found.map(({ message }) => message))).toEqual(
      names.map(() => ['Insufficient data for deduplication']),
    );
    expect(new Set(entries.flat().map(({ details }) => details['job_id'])).size).toBe(names.length);
  });

  it('contains a transition that the lifecycle does not allow, with the lead', async () => {
    const { body } = await api.importLead(flatLead(30));
    const leadId = Number(body['lead_id']);
    const headers = { 'X-Request-Id': 'drill-move' };
    const move = await api.call('PUT', `/leads/${leadId}/status`, { status: 'engaged' }, headers);
    expect(move.status).toBe(400);
    expect(await entriesOf('drill-move')).toMatchObject([
      {
        level: 'warning',
        message: expect.stringContaining('cannot move from new_lead to engaged'),
        details: { lead_id: leadId, error_code: 'ILLEGAL_TRANSITION', job_id: expect.any(String) },
      },
    ]);
  });
});

it('has one line per process for a lost Redis, and one when it is available again', async () => {
  const linesOfEach = (): Line[][] =>
    [...system.apis, ...system.workers].map(({ output }) =>
      output
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Line),
    );
  const count = (lines: readonly Line[], message: string): number =>
    lines.filter((line) => line['message'] === message).length;
  const before = linesOfEach();
  await system.redis.stop('SIGKILL');
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await system.redis.start();
  await eventually(
    () => linesOfEach().every((lines) => count(lines, 'Redis is available again') > 0) || undefined,
  );

  const since = linesOfEach().map((lines, index) => lines.slice(before[index]?.length));
  expect(
    since.map((lines) => [count(lines, 'Redis is unavailable'), count(lines, 'Redis is available again')]),
  ).toEqual(since.map(() => [1, 1]));
  const loud = since.map((lines) => lines.filter(({ level }) => level === 'warn' || level === 'error'));
  expect(loud.flat().filter((line) => 'stack' in line || String(line['error']).includes('at '))).toEqual([]);
  // What could not be done meanwhile is also logged once.
  expect(Math.max(...loud.map((lines) => lines.length))).toBeLessThanOrEqual(6);
});

it('keeps people and secrets out of every line, even on debug level', async () => {
  await api.importLead(flatLead(40, { last_name: 'Quietperson' }), {
    headers: { 'X-Request-Id': 'drill-last' },
  });
  await jobLine('drill-last');
  const said = outputs();
  const secrets = [system.adminKey, system.inboundSecret];
  const people = ['Quietperson', 'Number1', 'Grace', 'company1.example.com', 'ada.number', '2025550001'];
  expect([...secrets, ...people].filter((text) => said.includes(text))).toEqual([]);
});
