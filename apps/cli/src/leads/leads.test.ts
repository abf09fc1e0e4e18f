import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { collect } from '../testing/collect.js';
import { openLeads, type Lead, type LeadRecord, type ReadOptions } from './read-leads.js';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'leadbridge-cli-'));
});

afterAll(async () => {
  await rm(directory, { recursive: true });
});

async function recordsOf(
  name: string,
  content: string | Buffer,
  options: ReadOptions = {},
): Promise<LeadRecord[]> {
  const file = join(directory, name);
  await writeFile(file, content);
  return await collect((await openLeads(file, options)).records);
}

async function read(name: string, content: string | Buffer, options: ReadOptions = {}): Promise<Lead[]> {
  return (await recordsOf(name, content, options)).map(({ lead }) => lead);
}

describe('the leads of a file', () => {
  it('are read from CSV by their heads, without its empty cells, with the row of a spreadsheet', async () => {
    const table =
      '\uFEFFFirst Name,last-name,EMAIL,Firm\r\nJo,"Doe, Jr.",jo@example.com,\r\n\r\n"Kim ""K""",,,Example';
    const renamed = new Map([['Firm', 'company']]);
    expect(await recordsOf('leads.csv', table, { renamed })).toMatchObject([
      { row: 2, lead: { 'First Name': 'Jo', 'last-name': 'Doe, Jr.', EMAIL: 'jo@example.com' } },
      { row: 4, lead: { 'First Name': 'Kim "K"', company: 'Example' } },
    ]);
    await expect(recordsOf('leads.csv', table, { renamed: new Map([['Firma', 'company']]) })).rejects.toThrow(
      'there is no column "Firma"',
    );
  });

  it('are read by a kept mapping, of which the file may lack columns, and what is renamed goes before it', async () => {
    const kept = new Map([
      ['Firm', 'company'],
      ['Stand', null],
      ['Gone', 'email'],
    ]);
    const table = 'Firm,Stand,Who\nExample,12,Jo\n';
    expect(await read('fair.csv', table, { kept, renamed: new Map([['Who', 'name']]) })).toEqual([
      { company: 'Example', name: 'Jo' },
    ]);
    expect(await read('fair.json', '[{"Firm":"Example","Stand":"12"}]', { kept })).toEqual([
      { company: 'Example' },
    ]);
  });

  it('are those of a guessed encoding, as in the console, which the form tells', async () => {
    const text = 'Company,Town\nM\u00fcller AG,K\u00f6ln\n';
    const marked = Buffer.from(`\ufeff${text}`, 'utf16le');
    const files = [
      [Buffer.from(text, 'latin1'), /^windows-1252 by a guess.*--encoding/],
      [Buffer.from(text, 'utf16le'), /^utf-16le by a guess/],
      [Buffer.from(text, 'utf16le').swap16(), /^utf-16be by a guess/],
      [Buffer.from(text), /^utf-8, separated/],
      [marked, /^utf-16le, separated/],
      [
        Buffer.from(`Company,Town\n${'a,b\n'.repeat(40_000)}M\u00fcller AG,K\u00f6ln\n`, 'latin1'),
        /^windows-1252 by/,
      ],
    ] as const;
    for (const [bytes, form] of files) {
      const file = join(directory, 'guessed.csv');
      await writeFile(file, bytes);
      const opened = await openLeads(file);
      expect(opened.form).toMatch(form);
      expect((await collect(opened.records)).at(-1)?.lead).toEqual({ Company: 'Müller AG', Town: 'Köln' });
    }
  });

  it('are separated by tabs in a .tsv file, and a .txt file is a table too', async () => {
    const table = 'Name\tNote\nJo\ta, b, c\nKim\td, e, f\n';
    expect(await read('leads.tsv', table)).toEqual([
      { Name: 'Jo', Note: 'a, b, c' },
      { Name: 'Kim', Note: 'd, e, f' },
    ]);
    expect(await read('leads.tsv', 'Name;x\n"Jo";1\n', { separator: ';' })).toEqual([{ Name: 'Jo', x: '1' }]);
    expect(await read('leads.txt', table)).toHaveLength(2);
  });

  it('are refused in another encoding, and the refusal names the option', async () => {
    const table = Buffer.from('Company\nM\u00fcller AG\n', 'latin1');
    expect(await read('windows.csv', table, { encoding: 'windows-1252' })).toEqual([
      { Company: 'Müller AG' },
    ]);
    await expect(read('windows.csv', table, { encoding: 'utf-8' })).rejects.toThrow(
      /windows\.csv: line 2: the byte 0xFC is not UTF-8\. .* give --encoding windows-1252$/,
    );
    await expect(read('other.csv', Buffer.from('a\nb\x81\n', 'latin1'))).rejects.toThrow(
      'other.csv: line 2: the byte 0x81 is not windows-1252: name its encoding with --encoding',
    );
    const lines = Buffer.from('{"company":"M\u00fcller"}', 'latin1');
    await expect(read('windows.ndjson', lines)).rejects.toThrow('line 1: the byte 0xFC is not UTF-8');
  });

  it('are read from JSON and from lines of JSON', async () => {
    const leads = [{ email: 'jo@example.com' }, { email: 'kim@example.com', headcount: 12 }];
    expect(await read('leads.json', JSON.stringify(leads))).toEqual(leads);
    const lines = leads.map((lead) => JSON.stringify(lead)).join('\n');
    expect(await read('leads.ndjson', `${lines}\n\n`)).toEqual(leads);
    expect(await read('LEADS.JSONL', lines)).toEqual(leads);
  });

  it('are read from a body of the API, with its source, and what else stands in it is told', async () => {
    const body = { source: 'apollo', leads: [{ email: 'jo@example.com' }], options: { strict: true } };
    await writeFile(join(directory, 'body.json'), JSON.stringify(body));
    const { records, source, leftOut } = await openLeads(join(directory, 'body.json'));
    expect([await collect(records), source, leftOut]).toEqual([
      [{ row: 1, lead: body.leads[0], cells: null }],
      'apollo',
      ['options'],
    ]);
  });

  it.each([
    ['table.csv', 'a,b\n1,2,3', /table\.csv: .*line 2/],
    ['quote.csv', 'a\n"open', /quote\.csv/],
    ['object.json', '{}', /expected a list/],
    ['lead.json', '{"leads":{"email":"jo@example.com"}}', /expected a list/],
    ['source.json', '{"source":1,"leads":[{}]}', /"source" must be a string/],
    ['items.json', '[{}, 1]', /item 2 is not an object/],
    ['broken.json', '[', /broken\.json/],
    ['broken.ndjson', '{}\n{', /line 2 is not JSON/],
    ['list.ndjson', '[]', /line 1 is not an object/],
    ['leads.xlsx', 'PK', /this is a spreadsheet: save it as CSV/],
    ['leads.csv', 'PK\u0003\u0004\u0014', /this is a workbook of a spreadsheet \(\.xlsx.*not CSV/],
    ['leads.pdf', '%PDF-', /expected a file named \.csv, \.tsv/],
  ])('are refused in %s', async (name, content, message) => {
    await expect(read(name, content)).rejects.toThrow(message);
  });

  it('are refused in a folder that is named like a file', async () => {
    await mkdir(join(directory, 'folder.csv'));
    await expect(openLeads(join(directory, 'folder.csv'))).rejects.toThrow(
      'folder.csv: cannot be read (EISDIR)',
    );
  });

  it.each(['none.csv', 'none.json', 'none.ndjson'])('are missing where there is no %s', async (name) => {
    const opened = openLeads(join(directory, name)).then(async ({ records }) => collect(records));
    await expect(opened).rejects.toThrow(`${name}: there is no such file`);
  });
});
