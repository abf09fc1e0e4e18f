import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestSystem } from '@leadbridge/devkit';
import { build } from 'esbuild';

import { startSystemHere } from '../../../tests/support/start-system-here.js';
import { createLeadbridge, LeadbridgeError, type ImportProgress, type ImportRowResult } from './index.js';

let system: TestSystem;

beforeAll(async () => {
  // Nobody waits: every import gets a 202, and is followed as a job.
  system = await startSystemHere({ env: { SYNC_WAIT_SECONDS: '0' } });
});

afterAll(async () => {
  await system.stop();
});

const client = (apiKey = system.adminKey) => createLeadbridge({ url: system.baseUrl, apiKey });

describe('the client, against a running service', () => {
  it('imports one lead, waits for its job, and imports it once for one key', async () => {
    const { leads } = client();
    const lead = { email: 'ada@client.example', name: 'Ada Client', company: 'Client Works' };
    const imported = await leads.import('manual', lead, { idempotencyKey: 'ada' });
    expect(imported).toMatchObject({ success: true, result: 'created', psa_ticket_id: expect.any(Number) });
    expect(await leads.import('manual', lead, { idempotencyKey: 'ada' })).toEqual(imported);
    expect(await leads.import('manual', lead)).toMatchObject({ result: 'skipped' });
  });

  it('throws in the words of the service, for a job that failed too', async () => {
    const { leads, GET } = client();
    const error: unknown = await leads
      .import('manual', { email: 'nobody' })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(LeadbridgeError);
    expect(error).toMatchObject({ code: expect.stringMatching(/^(VALIDATION_ERROR|INSUFFICIENT_DATA)$/) });
    await expect(GET('/leads/{lead_id}', { params: { path: { lead_id: 999_999 } } })).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
      status: 404,
      requestId: expect.stringMatching(/^req_/),
    });
    await expect(client('wrong').GET('/jobs')).rejects.toMatchObject({ code: 'AUTHENTICATION_ERROR' });
  });

  it('imports many out of a stream, tells what came of each row and how far it is, and goes on after a stop', async () => {
    async function* rows() {
      for (let index = 0; index < 30; index += 1) {
        yield { email: index === 4 ? 'wrong' : `row.${index}@many.example`, company: `Many ${index}` };
      }
    }
    const run = async (): Promise<{ results: ImportRowResult[]; progress: ImportProgress[] }> => {
      const results: ImportRowResult[] = [];
      const progress: ImportProgress[] = [];
      const options = {
        idempotencyKey: 'many',
        onProgress: (now: ImportProgress) => void progress.push(now),
      };
      for await (const result of client().leads.importMany('csv', rows(), options)) {
        results.push(result);
      }
      return { results, progress };
    };
    const first = await run();
    expect(first.results.map(({ row }) => row)).toEqual(Array.from({ length: 30 }, (_, index) => index));
    expect(first.results[4]).toMatchObject({
      success: false,
      input: { email: 'wrong' },
      code: expect.any(String),
    });
    expect(first.results[5]).toMatchObject({
      success: true,
      result: 'created',
      input: { company: 'Many 5' },
    });
    expect(first.progress[0]).toMatchObject({ stage: 'accepted', job: null, accepted: 30, processed: 0 });
    expect(first.progress.at(-1)).toMatchObject({ stage: 'finished', successful: 29, failed: 1 });

    const tickets = system.simulator.tickets().length;
    const second = await run();
    expect(second.progress[0]).toMatchObject({ replayed: true, jobId: first.progress[0]?.jobId });
    expect(second.results).toEqual(first.results);
    expect(system.simulator.tickets()).toHaveLength(tickets);
  });

  it('sends nothing more once its signal is aborted', async () => {
    const { leads, GET } = client();
    const total = async () => (await GET('/jobs')).data.pagination.total;
    const before = await total();
    const rows = leads.importMany('csv', [{ email: 'late@many.example' }], {
      signal: AbortSignal.abort(new Error('enough')),
    });
    await expect(rows.next()).rejects.toThrow('enough');
    expect(await total()).toBe(before);
  });

  it('imports a CSV file with the lines that the guide shows', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leadbridge-guide-'));
    const guide = await readFile(fileURLToPath(new URL('../README.md', import.meta.url)), 'utf8');
    const table = join(folder, 'leads.csv');
    await writeFile(table, 'Email,Company\nkim@guide.example,Guide Works\nwrong,Guide Works\n');
    const contents = (/```ts\n(.*?)```/s.exec(guide)?.[1] ?? '')
      .replace('https://leads.example.com', system.baseUrl)
      .replace('leads.csv', table);
    await build({
      stdin: { contents, loader: 'ts', resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
      alias: { '@leadbridge/client': fileURLToPath(new URL('./index.ts', import.meta.url)) },
      ...{ bundle: true, platform: 'node', format: 'esm', outfile: join(folder, 'program.mjs') },
    });
    const { stderr } = await promisify(execFile)(process.execPath, [join(folder, 'program.mjs')], {
      env: { LEADBRIDGE_API_KEY: system.adminKey },
    });
    await rm(folder, { recursive: true });
    expect(stderr).toBe('Row 3: Invalid email address\n');
    expect(system.simulator.users()).toContainEqual(
      expect.objectContaining({ emailaddress: 'kim@guide.example' }),
    );
  });
});
