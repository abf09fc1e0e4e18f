import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type TestSystem } from '@leadbridge/devkit';

import { callerOf, type ApiResponse, type Caller } from '../support/caller.js';
import { recordCommands } from '../support/count-commands.js';
import { startSystemHere } from '../support/start-system-here.js';

let system: TestSystem;
let api: Caller;
let number = 0;

beforeAll(async () => {
  system = await startSystemHere({
    env: { PSA_RATE_LIMIT: '100000', RATE_LIMIT_PER_HOUR: '100000', BULK_LIMIT_PER_HOUR: '1000' },
    simulator: { rateLimit: 0 },
  });
  api = callerOf(system);
});

afterAll(async () => {
  await system.stop();
});

/** A word that no other test has. */
function newWord(): string {
  number += 1;
  return `list${String.fromCharCode(96 + number)}`;
}

const waits = { Prefer: 'wait=30' };

async function send(suppressions: unknown, more: object = {}, headers: object = waits): Promise<ApiResponse> {
  return await api.call('POST', '/suppressions/bulk', { suppressions, ...more }, { ...headers });
}

async function sendCsv(
  text: string,
  query = '',
  headers: Record<string, string> = waits,
): Promise<ApiResponse> {
  const response = await fetch(`${system.baseUrl}/api/v1/suppressions/bulk${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${system.adminKey}`, 'content-type': 'text/csv', ...headers },
    body: text,
  });
  const body = (await response.json()) as ApiResponse['body'];
  return { status: response.status, body, headers: response.headers };
}

const jobOf = ({ headers, body }: ApiResponse): string => String(headers.get('x-job-id') ?? body['job_id']);

async function rowsOf(response: ApiResponse, query = ''): Promise<Readonly<Record<string, unknown>>[]> {
  const { body } = await api.call('GET', `/jobs/${jobOf(response)}/results${query}`);
  return body['results'] as Readonly<Record<string, unknown>>[];
}

const entryOf = async (id: unknown) => (await api.call('GET', `/suppressions/${String(id)}`)).body;

describe('a list of opt-outs', () => {
  it('adds people and domains, of which no import creates anything from then on', async () => {
    const word = newWord();
    const response = await send([
      { email: `ada@${word}.example`, reason: 'Unsubscribed', occurred_at: '2020-02-03', external_id: 'c-7' },
      { phone: '+12025550171', first_name: 'Sam', last_name: word, company: `${word} Inc` },
      { domain: `@${word}.example.org`, reason: 'Partner' },
      { 'E-Mail': `ADA@${word}.example`, Phone: '+12025550172' },
      { email: 'not an address' },
      'nothing',
      { domain: 'gmail.com' },
    ]);
    expect([response.status, response.body]).toEqual([
      200,
      { total: 7, added: 3, known: 1, failed: 3, dry_run: false },
    ]);
    const rows = await rowsOf(response);
    expect(rows.map(({ index, result }) => [index, result])).toEqual(
      ['added', 'added', 'added', 'known', 'failed', 'failed', 'failed'].map((result, index) => [
        index,
        result,
      ]),
    );
    expect(rows[3]).toEqual({
      ...{ index: 3, row: 4, success: true, result: 'known', suppression_id: rows[0]?.['suppression_id'] },
      ...{ error: null, warnings: [], name: `ADA@${word}.example` },
    });
    expect(rows.map(({ name, company }) => [name, company])).toEqual([
      [`ada@${word}.example`, undefined],
      [`Sam ${word}`, `${word} Inc`],
      [`@${word}.example.org`, undefined],
      [`ADA@${word}.example`, undefined],
      ['not an address', undefined],
      [undefined, undefined],
      ['gmail.com', undefined],
    ]);
    expect(rows[4]).toMatchObject({ suppression_id: null, error: expect.stringContaining('email') });
    expect(rows[6]?.['error']).toMatch(/mail provider/u);
    expect(await entryOf(rows[0]?.['suppression_id'])).toMatchObject({
      ...{ email: `ada@${word}.example`, reason: 'Unsubscribed', external_id: 'c-7', domain: null },
      ...{ requested_at: '2020-02-03T00:00:00.000Z', status: 'no_provider', lead_id: null, ticket_id: null },
    });
    expect(await entryOf(rows[2]?.['suppression_id'])).toMatchObject({ domain: `${word}.example.org` });

    const gates = [];
    for (const lead of [
      { email: `ada@${word}.example` },
      { first_name: 'Sam', last_name: word, company: `${word}, Inc.`, email: `sam@${word}.example.net` },
      { email: `kim@mail.${word}.example.org` },
    ]) {
      gates.push((await api.importLead(lead)).body['suppressed_by']);
    }
    expect(gates).toEqual(['email', 'company_and_name', 'domain']);
    expect(system.simulator.tickets().filter(({ summary }) => summary.includes(word))).toEqual([]);
  });

  it('names the rows of the file that the request gives, and refuses a number too many', async () => {
    const items = [{ email: `row@${newWord()}.example` }, { email: 'not an address' }];
    const named = await send(items, { rows: [2, 5], dry_run: true });
    expect((await rowsOf(named)).map(({ index, row }) => [index, row])).toEqual([
      [0, 2],
      [1, 5],
    ]);
    const refused = await send(items, { rows: [2, 5, 6] });
    expect([refused.status, refused.body['error']]).toMatchObject([
      400,
      { details: { field: 'rows', value: 3 } },
    ]);
  });

  it('tells in a dry run what it would do, and writes nothing', async () => {
    const word = newWord();
    await send([{ email: `old@${word}.example` }]);
    const rows = [
      { email: `old@${word}.example` },
      { email: `new@${word}.example` },
      { email: `new@${word}.example` },
      { domain: `${word}.example` },
      { first_name: 'Nobody' },
    ];
    const dry = await send(rows, { dry_run: true });
    expect(dry.body).toEqual({ total: 5, added: 2, known: 2, failed: 1, dry_run: true });
    const shown = await rowsOf(dry);
    expect(shown.map(({ result, suppression_id: id }) => [result, id])).toEqual([
      ['known', null],
      ['added', null],
      ['known', null],
      ['added', null],
      ['failed', null],
    ]);
    expect((await api.call('GET', `/suppressions?domain=${word}.example`)).body).toMatchObject({
      suppressions: [],
    });
    const job = await api.call('GET', `/jobs/${jobOf(dry)}`);
    expect(job.body).toMatchObject({ type: 'opt_out_list', dry_run: true, result: dry.body });
    const commit = await api.call('POST', `/jobs/${jobOf(dry)}/commit`, {});
    expect([commit.status, commit.body]).toMatchObject([
      400,
      { error: { details: { reason: 'JOB_NO_DRY_RUN' } } },
    ]);
    const real = await send(rows);
    expect(real.body).toEqual({ ...dry.body, dry_run: false });
    const results = (await rowsOf(real)).map(({ result }) => result);
    expect(results).toEqual(shown.map(({ result }) => result));
  });

  it('is a table too, by the rules of tables of leads', async () => {
    const word = newWord();
    const table = [
      'Work Email;Domain;Opt-out date;Reason;Stage',
      `ada@${word}.example;ignored.example;2999-01-01;"asked; twice";x`,
      `;https://www.${word}.example.org/;yesterday;;y`,
      ';;;;z',
    ].join('\r\n');
    const dry = await sendCsv(table, '?dry_run=true');
    expect(dry.body).toEqual({ total: 3, added: 2, known: 0, failed: 1, dry_run: true });
    const response = await sendCsv(table);
    expect(response.body).toEqual({ total: 3, added: 2, known: 0, failed: 1, dry_run: false });
    const rows = await rowsOf(response);
    expect(rows.map(({ row }) => row)).toEqual([2, 3, 4]);
    expect(rows[0]?.['warnings']).toEqual([
      expect.stringContaining('domain is not used'),
      expect.stringContaining('future'),
    ]);
    expect(rows[1]?.['warnings']).toEqual([expect.stringContaining('occurred_at cannot be read')]);
    expect(await entryOf(rows[0]?.['suppression_id'])).toMatchObject({ reason: 'asked; twice' });
    const csv = await fetch(`${system.baseUrl}/api/v1/jobs/${jobOf(response)}/results?format=csv`, {
      headers: { authorization: `Bearer ${system.adminKey}` },
    });
    const [head = '', ...lines] = (await csv.text()).trim().split('\r\n');
    expect(head).toContain('result');
    expect(lines).toHaveLength(3);
    expect(await rowsOf(response, '?result=failed')).toHaveLength(1);

    const lost = await sendCsv(`email,reason\nada@${word}.example,a,b\n`);
    expect([lost.status, lost.body]).toMatchObject([400, { error: { details: { line: 2 } } }]);
  });

  it('is one job for each Idempotency-Key', async () => {
    const word = newWord();
    const headers = { ...waits, 'Idempotency-Key': `key-${word}` };
    const rows = [{ email: `ada@${word}.example` }];
    const [first, again] = [await send(rows, {}, headers), await send(rows, {}, headers)];
    expect([again.status, jobOf(again), again.body]).toEqual([200, jobOf(first), first.body]);
    expect((await send([...rows, ...rows], {}, headers)).status).toBe(409);
  });

  it('marks the leads that exist, and their tickets', async () => {
    const word = newWord();
    const { body } = await api.importLead({ email: `ada@${word}.example`, company: word });
    const [leadId, ticketId] = [Number(body['lead_id']), Number(body['psa_ticket_id'])];
    const response = await send([{ email: `ada@${word}.example`, external_id: 'c-8' }]);
    expect(response.body).toMatchObject({ added: 1 });
    const [row] = await rowsOf(response);
    expect(await entryOf(row?.['suppression_id'])).toMatchObject({ lead_id: leadId, external_id: 'c-8' });
    expect((await api.call('GET', `/leads/${leadId}`)).body).toMatchObject({ do_not_contact: true });
    await until(() => system.simulator.ticket(ticketId)?.customfields[105] === true);
  });

  it('stores nothing of a person who was erased, and leaves them blocked', async () => {
    const word = newWord();
    const email = `ada@${word}.example`;
    await send([{ email }, { email: `sam@${word}.example` }]);
    const erasure = await api.call('POST', '/erasures', { email });
    await api.finished(String(erasure.body['job_id']));
    expect((await api.importLead({ email })).body).toMatchObject({ result: 'preserved' });
    const response = await send([{ email, phone: '+12025550173' }]);
    expect(response.body).toMatchObject({ added: 0, known: 1 });
    expect(await rowsOf(response)).toMatchObject([{ result: 'known', suppression_id: null }]);
    expect((await api.call('GET', `/suppressions?email=${email}`)).body).toMatchObject({ suppressions: [] });
    expect((await api.importLead({ email })).body).toMatchObject({ result: 'preserved' });
  });

  it.each([
    ['no list', { dry_run: true }],
    ['an empty list', { suppressions: [] }],
    ['something else', { suppressions: 'all' }],
    ['an unknown key', { suppressions: [{}], source: 'csv' }],
  ])('is refused with %s', async (_what, body) => {
    const { status } = await api.call('POST', '/suppressions/bulk', body);
    expect(status).toBe(400);
  });

  it('takes few commands of MongoDB for each thousand people', async () => {
    let fewest = Infinity;
    // On a busy machine claims are renewed and transactions repeated: one of three attempts has to do with few.
    for (let attempt = 0; attempt < 3 && fewest > 60; attempt += 1) {
      const word = newWord();
      const people = Array.from({ length: 1_000 }, (_, index) => ({
        ...{ email: `ada.${index}@${word}.example`, phone: `+1${201 + attempt}${5_000_000 + index}` },
        ...{ first_name: 'Ada', last_name: `Number${index}`, company: `${word} ${index}` },
        reason: 'Unsubscribed',
      }));
      const record = recordCommands();
      const { body } = await send(people);
      record.stop();
      expect(body).toMatchObject({ total: 1_000, added: 1_000 });
      fewest = Math.min(fewest, record.sent.filter(({ isOfWork }) => isOfWork).length);
    }
    expect(fewest).toBeLessThanOrEqual(60);
  });

  it('is refused with more rows than are allowed, of which none is taken', async () => {
    const word = newWord();
    const json = await send(
      Array.from({ length: 100_001 }, (_, index) => ({ email: `${index}@${word}.example` })),
    );
    const csv = await sendCsv(`email\n${`a@${word}.example\n`.repeat(100_001)}`);
    expect([json.status, csv.status]).toEqual([413, 413]);
    expect((await api.call('GET', `/suppressions?email=1@${word}.example`)).body).toMatchObject({
      suppressions: [],
    });
  });
});
