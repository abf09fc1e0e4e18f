import { describe, expect, it } from '@jest/globals';

import { useTestApi } from '../testing/test-api.js';

const api = useTestApi();

const send = (content: string | Uint8Array<ArrayBuffer>, query = '?source=csv', contentType = 'text/csv') =>
  api.call('POST', `/sync/leads/bulk${query}`, {
    raw: content,
    headers: { 'Content-Type': contentType, Prefer: 'respond-async' },
  });

async function stored(jobId: unknown) {
  const job = await api.services.jobs.find(String(jobId));
  const rows = await api.mongo
    .collection('job_rows')
    .find({ jobId: String(jobId) })
    .sort({ index: 1 })
    .toArray();
  return { input: job?.input, rows: rows.map(({ data }) => data as unknown) };
}

describe('the row of each lead', () => {
  const results = async (jobId: unknown) => {
    const { body } = await api.call('GET', `/jobs/${String(jobId)}/results`);
    return (body['results'] as Record<string, unknown>[]).map(({ index, row, name, company }) => [
      ...[index, row, name, company],
    ]);
  };
  const list = async (body: object) =>
    await api.call('POST', '/sync/leads/bulk', {
      body: { source: 'csv', ...body },
      headers: { Prefer: 'respond-async' },
    });

  it('of a table is the one that a spreadsheet shows, with name and company, in every form of the results', async () => {
    const table =
      'Name,Company,Email\n\nJo Doe,Acme,jo@example.com\n"Kim\n Roe",,no address\n\n,Globex,x@example.com\n';
    const { body } = await send(table);
    expect(await results(body['job_id'])).toEqual([
      [0, 3, 'Jo Doe', 'Acme'],
      [1, 4, 'Kim Roe', undefined],
      [2, 6, undefined, 'Globex'],
    ]);
    const csv = await api.call('GET', `/jobs/${String(body['job_id'])}/results?format=csv`);
    const [header = '', ...lines] = csv.text
      .replace(/^\uFEFF/u, '')
      .trimEnd()
      .split('\r\n');
    // From the end: a text before it may have commas.
    const first = header.split(',').indexOf('row') - header.split(',').length;
    expect(header.split(',').slice(first, first + 3)).toEqual(['row', 'name', 'company']);
    expect(lines.map((line) => line.split(',').slice(first, first + 3))).toEqual([
      ['3', 'Jo Doe', 'Acme'],
      ['4', 'Kim Roe', ''],
      ['6', '', 'Globex'],
    ]);
  });

  it('of a list is its place from 1, unless the request names others', async () => {
    const leads = [{ email: 'jo@example.com' }, { email: 'kim@example.com' }];
    expect(await results((await list({ leads })).body['job_id'])).toMatchObject([
      [0, 1],
      [1, 2],
    ]);
    expect(await results((await list({ leads, rows: [14, 16] })).body['job_id'])).toMatchObject([
      [0, 14],
      [1, 16],
    ]);
  });

  it.each([[[2]], [[2, 3, 4]], [[0, 1]], [[2.5, 3]], [['2', '3']], [2], [[]]])(
    'is refused as %j',
    async (rows) => {
      const response = await list({ leads: [{ email: 'jo@example.com' }, {}], rows });
      expect(response.status).toBe(400);
      expect(JSON.stringify(response.body.error)).toContain('rows');
    },
  );
});

describe('POST /sync/leads/bulk with a table', () => {
  it('takes its rows for leads, and the settings from the query', async () => {
    const table = 'First Name;Email;Note\r\nJo;jo@example.com;"=1+1"\r\n;;\r\nKim;;\r\n';
    const response = await send(
      table,
      '?source=CSV&strict=true&update_existing=false&batch_size=7&rate_limit=60',
    );
    expect(response.status).toBe(202);
    expect(await stored(response.body['job_id'])).toEqual({
      input: {
        source: 'csv',
        options: { deduplication: true, update_existing: false, custom_fields: true, strict: true },
        batch_options: { batch_size: 7, rate_limit: 60, continue_on_error: true, verify: false },
      },
      rows: [{ 'First Name': 'Jo', Email: 'jo@example.com', Note: '=1+1' }, { 'First Name': 'Kim' }],
    });
  });

  it.each([
    [
      'windows-1252',
      Uint8Array.from(Buffer.from('Company\nM\u00fcller AG\n', 'latin1')),
      'text/csv; charset=windows-1252',
    ],
    ['UTF-16 by its mark', Uint8Array.from(Buffer.from('\ufeffCompany\nMüller AG\n', 'utf16le')), 'text/csv'],
    ['UTF-8', 'Company\nMüller AG\n', 'text/csv; charset="UTF-8"; header=present'],
  ] as const)('reads %s', async (_what, content, contentType) => {
    const response = await send(content, '?source=csv', contentType);
    expect((await stored(response.body['job_id'])).rows).toEqual([{ Company: 'Müller AG' }]);
  });

  it.each([
    [
      'a wrong byte',
      Uint8Array.from(Buffer.from('a\nM\u00fcller\n', 'latin1')),
      '?source=csv',
      400,
      'line 2: the byte 0xFC is not UTF-8',
    ],
    ['nothing', '', '?source=csv', 400, 'body'],
    ['a header alone', 'Email\n', '?source=csv', 400, 'a header and no rows'],
    ['a row of another width', 'a,b\n1,2\n3\n', '?source=csv', 400, 'line 3: row 3 has 1 cell'],
    ['two equal heads', 'a,a\n1,2\n', '?source=csv', 400, 'the same name'],
    ['a forbidden head', 'constructor\n1\n', '?source=csv', 400, 'is not allowed'],
    ['no source', 'Email\njo@example.com\n', '', 400, 'source is required'],
    [
      'an unknown setting',
      'Email\njo@example.com\n',
      '?source=csv&strickt=true',
      400,
      'strickt is not allowed',
    ],
    [
      'too many rows',
      `Email\n${'jo@example.com\n'.repeat(10_001)}`,
      '?source=csv',
      413,
      'leads holds more than 10000 items',
    ],
  ])('refuses %s, and stores nothing', async (_what, content, query, status, message) => {
    const response = await send(content, query);
    expect(response.status).toBe(status);
    expect(response.body.error?.['message']).toContain(message);
  });

  it('refuses a charset that it cannot read, and tables where none are taken', async () => {
    expect((await send('a\n1\n', '?source=csv', 'text/csv; charset=ebcdic')).status).toBe(415);
    const single = await api.call('POST', '/sync/leads', {
      raw: 'a\n1\n',
      headers: { 'Content-Type': 'text/csv' },
    });
    expect(single.status).toBe(415);
  });

  it('finds the separator, or takes the one that is given', async () => {
    const response = await send('a,b;c\n1,2;3\n', '?source=csv&separator=%3B');
    expect((await stored(response.body['job_id'])).rows).toEqual([{ 'a,b': '1,2', c: '3' }]);
  });

  it('lets the settings of a JSON body count more than those of the query', async () => {
    const response = await api.call(
      'POST',
      '/sync/leads/bulk?source=csv&strict=true&continue_on_error=false',
      {
        body: { source: 'manual', leads: [{ email: 'jo@example.com' }], options: { strict: false } },
        headers: { Prefer: 'respond-async' },
      },
    );
    expect((await stored(response.body['job_id'])).input).toMatchObject({
      source: 'manual',
      options: { strict: false },
      batch_options: { continue_on_error: false },
    });
  });
});
