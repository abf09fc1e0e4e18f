import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { collect } from '../testing/collect.js';
import { partLeads } from './part-leads.js';
import { readLeads, type Lead } from './read-leads.js';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'leadbridge-cli-'));
});

afterAll(async () => {
  await rm(directory, { recursive: true });
});

async function read(name: string, content: string): Promise<Lead[]> {
  const file = join(directory, name);
  await writeFile(file, content);
  return await collect(readLeads(file));
}

describe('the leads of a file', () => {
  it('are read from CSV with names in any form, without its empty cells', async () => {
    const table =
      '\uFEFFFirst Name,last-name,EMAIL,Company\r\nJo,"Doe, Jr.",jo@example.com,\r\n\r\n"Kim ""K""",,,Example';
    expect(await read('leads.csv', table)).toEqual([
      { first_name: 'Jo', last_name: 'Doe, Jr.', email: 'jo@example.com' },
      { first_name: 'Kim "K"', company: 'Example' },
    ]);
  });

  it('are read from JSON and from lines of JSON', async () => {
    const leads = [{ email: 'jo@example.com' }, { email: 'kim@example.com', headcount: 12 }];
    expect(await read('leads.json', JSON.stringify(leads))).toEqual(leads);
    const lines = leads.map((lead) => JSON.stringify(lead)).join('\n');
    expect(await read('leads.ndjson', `${lines}\n\n`)).toEqual(leads);
    expect(await read('LEADS.JSONL', lines)).toEqual(leads);
  });

  it.each([
    ['table.csv', 'a,b\n1,2,3', /table\.csv: .*line 2/],
    ['quote.csv', 'a\n"open', /quote\.csv/],
    ['object.json', '{}', /expected a list/],
    ['items.json', '[{}, 1]', /item 1 is no object/],
    ['broken.json', '[', /broken\.json/],
    ['broken.ndjson', '{}\n{', /line 2 is no JSON/],
    ['list.ndjson', '[]', /line 1 is no object/],
    ['leads.xlsx', 'PK', /expected a file named/],
  ])('are refused in %s', async (name, content, message) => {
    await expect(read(name, content)).rejects.toThrow(message);
  });

  it.each(['none.csv', 'none.json', 'none.ndjson'])('are missing where there is no %s', async (name) => {
    await expect(collect(readLeads(join(directory, name)))).rejects.toThrow('ENOENT');
  });
});

describe('the parts of a file', () => {
  async function* leads(...emails: string[]): AsyncIterable<Lead> {
    for (const email of emails) {
      yield { email };
    }
  }

  const sizes = async (limits: { items: number; bytes: number }, ...emails: string[]): Promise<number[]> =>
    (await collect(partLeads(leads(...emails), limits))).map((part) => part.length);

  it('hold as many leads as a request may', async () => {
    expect(await sizes({ items: 2, bytes: 1000 }, 'a', 'b', 'c', 'd', 'e')).toEqual([2, 2, 1]);
    expect(await sizes({ items: 2, bytes: 1000 })).toEqual([]);
  });

  it('hold no more bytes than a request may, unless one lead does', async () => {
    const long = 'x'.repeat(100);
    expect(await sizes({ items: 10, bytes: 40 }, 'a', 'b', 'c', long, 'd')).toEqual([2, 1, 1, 1]);
    const [part = []] = await collect(partLeads(leads('é', 'é'), { items: 10, bytes: 30 }));
    expect(Buffer.byteLength(part.join(','))).toBeLessThanOrEqual(30);
  });
});
