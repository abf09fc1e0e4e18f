import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { collect } from '../testing/collect.js';
import { openFailures } from './failures-file.js';
import { inspectLeads } from './inspect-leads.js';
import { openLeads } from './read-leads.js';

describe('the file of failed rows', () => {
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'leadbridge-failures-'));
  });

  afterAll(async () => {
    await rm(directory, { recursive: true });
  });

  /** What stands in the file of failures where every row of `content` fails, each in a write of its own. */
  async function failuresOf(
    content: string,
    from: string,
    to: string,
    renamed: ReadonlyMap<string, string> = new Map(),
  ) {
    const [file, failures] = [join(directory, from), join(directory, to)];
    await writeFile(file, content);
    const { columns } = await inspectLeads(file, { renamed });
    const { add } = await openFailures(failures, { file, columns });
    for (const record of await collect((await openLeads(file, { renamed })).records)) {
      await add([{ record, result: { error: 'refused', code: 'C' } }]);
    }
    return await readFile(failures, 'utf8');
  }

  it('keeps columns of the file with the names of its own, in JSON as in a table', async () => {
    const table = 'row,Vorname,email,error\nx1,Jo,jo@,mine\n';
    const renamed = new Map([['Vorname', 'first_name']]);
    expect(await failuresOf(table, 'own.csv', 'own-failed.csv', renamed)).toBe(
      '\uFEFFrow,row (file),Vorname,email,error (file),error,code,suggestion\r\n2,x1,Jo,jo@,mine,refused,C,\r\n',
    );
    expect(JSON.parse(await failuresOf(table, 'own.csv', 'own-failed.ndjson', renamed))).toEqual({
      'row (file)': 'x1',
      Vorname: 'Jo',
      email: 'jo@',
      'error (file)': 'mine',
      row: 2,
      error: 'refused',
      code: 'C',
      suggestion: '',
    });
  });

  it('has a column for every key that its JSON has, also for those of later rows', async () => {
    const lines = '{"email":"jo@"}\n{"email":"kim@","headcount":12}\n';
    expect(await failuresOf(lines, 'keys.ndjson', 'keys.csv')).toBe(
      '\uFEFFrow,email,headcount,error,code,suggestion\r\n1,jo@,,refused,C,\r\n2,kim@,12,refused,C,\r\n',
    );
  });
});
