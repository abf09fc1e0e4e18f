import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { UsageError } from '../command-error.js';
import { collect } from '../testing/collect.js';
import { inspectLeads } from './inspect-leads.js';
import { SentRecords } from './sent-records.js';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'leadbridge-inspect-'));
});

afterAll(async () => {
  await rm(directory, { recursive: true });
});

async function inspect(name: string, content: string) {
  const path = join(directory, name);
  await writeFile(path, content);
  return await inspectLeads(path, {});
}

describe('inspectLeads', () => {
  it('counts the leads of a table, without blank lines, and shows its columns', async () => {
    expect(
      await inspect('a.csv', 'email,company\njo@example.com,Example\n\nkim@example.com,\n'),
    ).toMatchObject({
      leads: 2,
      columns: ['email', 'company'],
      ignored: [],
      source: null,
      leftOut: [],
    });
  });

  it('shows every key of JSON once, in the order in which they come', async () => {
    const { columns, leads } = await inspect('a.ndjson', '{"email":"a"}\n\n{"company":"b","email":"c"}\n');
    expect([leads, columns]).toEqual([2, ['email', 'company']]);
  });

  it('names an unknown column that holds something, quoted, and not one that is empty', async () => {
    const table = 'email,"Zzyzx ""q""",Qwxyz\njo@example.com,,\nkim@example.com,7,\n';
    const { ignored } = await inspect('b.csv', table);
    expect(ignored).toEqual([String.raw`"Zzyzx \"q\""`]);
  });

  it('suggests the nearest field for a typing error', async () => {
    const { ignored } = await inspect('c.csv', 'email,compnay\njo@example.com,Example\n');
    expect(ignored).toEqual(['"compnay" (did you mean company?)']);
  });

  it('finds a fault in the last row', async () => {
    const faulty = inspect('e.ndjson', '{"email":"a"}\n{"email":"b"}\n[]\n');
    await expect(faulty).rejects.toThrow(UsageError);
    await expect(faulty).rejects.toThrow('e.ndjson: line 3 is not an object');
  });

  it.each([
    ['f.json', '[]'],
    ['f.json', '{"leads":[]}'],
    ['f.ndjson', '\n\n'],
  ])('refuses %s with the content %j, which holds no lead', async (name, content) => {
    await expect(inspect(name, content)).rejects.toThrow(`${name}: the file contains no leads`);
  });

  it('takes a key named __proto__ for a column of that name', async () => {
    const { columns, leads } = await inspect('g.json', '[{"email":"a","__proto__":{"company":"x"}}]');
    expect([leads, columns]).toEqual([1, ['email', '__proto__']]);
  });
});

describe('SentRecords', () => {
  const records = [
    { row: 2, lead: { email: 'a' }, cells: ['a'] },
    { row: 4, lead: { email: 'b' }, cells: ['b'] },
  ];
  const sent = () =>
    new SentRecords(
      (async function* () {
        yield* await Promise.resolve(records);
      })(),
    );

  it('gives the leads in order, and knows their rows after they were taken', async () => {
    const all = sent();
    expect(await collect(all.leads())).toEqual([{ email: 'a' }, { email: 'b' }]);
    expect(all.take(1)).toBe(records[1]);
    expect([0, 1, 2, -1].map((place) => all.rowOf(place))).toEqual([2, 4, 0, 0]);
  });

  it('gives each record once, and none that was not sent', async () => {
    const all = sent();
    expect(all.take(0)).toBeNull();
    await collect(all.leads());
    expect([all.take(0), all.take(0), all.take(2)]).toEqual([records[0], null, null]);
  });
});
