import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { fakeService, jobView } from '../testing/fake-service.js';
import { exportOptOuts, importOptOuts } from './opt-outs.js';

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

describe('leadbridge opt-outs import', () => {
  const counted = (result: Record<string, unknown>, failed = 0) => {
    const progress = { total: 3, processed: 3, successful: 3 - failed, failed, not_processed: 0 };
    return { progress: [jobView({ type: 'opt_out_list', progress, result })] };
  };
  const accepted = { 'POST /suppressions/bulk': { job_id: 'job_1' } };

  it('sends the rows of a table under their heads with their numbers, and says what came of them', async () => {
    const file = join(directory, 'list.csv');
    await writeFile(file, 'Email;Domain\n\njo@example.com;\n;example.org\n');
    const result = { total: 2, added: 1, known: 1, failed: 0, dry_run: false };
    const { context, sent, results } = fakeService(accepted, counted(result));
    expect(await importOptOuts(context, file)).toBe(true);
    expect(sent[0]?.options['body']).toEqual({
      suppressions: [{ Email: 'jo@example.com' }, { Domain: 'example.org' }],
      rows: [3, 4],
      dry_run: false,
    });
    expect(results).toEqual(['2 rows: 1 added, 1 known, 0 failed']);
  });

  it('shows the rows that failed, as the file counts them, and ends as failed', async () => {
    const file = join(directory, 'list.json');
    await writeFile(file, JSON.stringify({ suppressions: [{ email: 'jo@example.com' }, { email: 'jo' }] }));
    const result = { total: 2, added: 1, known: 0, failed: 1, dry_run: true };
    const failed = { index: 1, row: 2, success: false, error: 'email: is none' };
    const { context, notes, results } = fakeService(
      { ...accepted, 'GET /jobs/{job_id}/results': { results: [failed], pagination: { total: 12 } } },
      counted(result, 1),
    );
    expect(await importOptOuts(context, file, { dryRun: true })).toBe(false);
    expect(notes).toContain('  row 2: email: is none');
    expect(notes).toContain('  and 11 more: leadbridge job results job_1 --status failed');
    expect(results).toEqual(['2 rows: 1 would be added, 0 known, 1 failed; nothing was written']);
  });

  it('sends nothing of a file without rows', async () => {
    const file = join(directory, 'empty.json');
    await writeFile(file, '[]');
    const { context, sent } = fakeService(accepted);
    await expect(importOptOuts(context, file)).rejects.toThrow('there are no rows');
    expect(sent).toEqual([]);
  });
});
