import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { fakeService } from '../testing/fake-service.js';
import { exportOptOuts } from './opt-outs.js';

const table = 'email,status\r\njo@example.com,failed\r\nzoë@example.com,suppressed\r\n';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'leadbridge-opt-outs-'));
});

afterAll(async () => {
  await rm(directory, { recursive: true });
});

describe('leadbridge opt-outs export', () => {
  it('prints the table with a byte order mark, without a blank line after it', async () => {
    const { context, results, notes } = fakeService({ 'GET /suppressions': table });
    expect(await exportOptOuts(context, {})).toBe(true);
    expect(results).toEqual([`\uFEFF${table.slice(0, -2)}`]);
    expect(notes).toEqual([]);
  });

  it('keeps spaces at the end of the last cell', async () => {
    const { context, results } = fakeService({
      'GET /suppressions': 'email,reason\r\njo@example.com,asked  \r\n',
    });
    await exportOptOuts(context, {});
    expect(results).toEqual(['\uFEFFemail,reason\r\njo@example.com,asked  ']);
  });

  it.each(['', '\uFEFF'])(
    'writes the table to a file with one byte order mark, and says where',
    async (mark) => {
      const { context, results, notes } = fakeService({ 'GET /suppressions': mark + table });
      const output = join(directory, 'opt outs.csv');
      expect(await exportOptOuts(context, { output })).toBe(true);
      expect(await readFile(output, 'utf8')).toBe(`\uFEFF${table}`);
      expect([results, notes]).toEqual([[], [`The suppressions are in ${output}`]]);
    },
  );

  it('asks for CSV with the filters, and sends the name of the file to nobody', async () => {
    const { context, sent } = fakeService({ 'GET /suppressions': table });
    await exportOptOuts(context, { status: 'failed', provider: 'apollo', output: join(directory, 'a.csv') });
    expect(sent.map(({ options }) => options['params'])).toEqual([
      { query: { format: 'csv', status: 'failed', provider: 'apollo' } },
    ]);
  });

  it('rejects if the file cannot be written', async () => {
    const { context, notes } = fakeService({ 'GET /suppressions': table });
    await expect(exportOptOuts(context, { output: directory })).rejects.toMatchObject({ code: 'EISDIR' });
    expect(notes).toEqual([]);
  });
});
