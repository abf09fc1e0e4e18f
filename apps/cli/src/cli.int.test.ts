import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { currentTestRun, startSystem, type TestSystem } from '@leadbridge/devkit';

import { runCli } from './testing/run-cli.js';

let system: TestSystem;
let directory: string;
let environment: Record<string, string>;

beforeAll(async () => {
  system = await startSystem();
  directory = await mkdtemp(join(tmpdir(), 'leadbridge-cli-'));
  environment = {
    MONGODB_URI: system.mongodbUri,
    LEADBRIDGE_URL: system.baseUrl,
    LEADBRIDGE_API_KEY: system.adminKey,
  };
});

afterAll(async () => {
  await system.stop();
  await rm(directory, { recursive: true });
});

const run = (...words: string[]) => runCli(words, environment);

describe('the commands on keys', () => {
  const status = async (key: string): Promise<number> =>
    (await fetch(`${system.baseUrl}/api/v1/jobs`, { headers: { 'X-API-Key': key } })).status;

  it('let somebody in who has no key, and are in the audit log', async () => {
    const issued = await runCli(['keys', 'issue', '--name', 'first', '--role', 'admin', '--days', '7'], {
      MONGODB_URI: system.mongodbUri,
    });
    const [key = ''] = issued.results;
    const keyId = issued.notes[0]?.split(':')[0] ?? '';
    expect(issued.succeeded).toBe(true);
    expect(issued.results).toHaveLength(1);
    expect(await status(key)).toBe(200);

    const rotated = await run('keys', 'rotate', keyId);
    expect(await status(rotated.results[0] ?? '')).toBe(200);
    const listed = (await run('keys', 'list')).results.find((line) =>
      line.startsWith(`${keyId}\tadmin\tactive`),
    );
    expect(listed).toContain(`\t${rotated.results[0]?.slice(-4)}\t`);

    await run('keys', 'revoke', keyId);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect([await status(key), await status(rotated.results[0] ?? '')]).toEqual([401, 401]);
    const audit = await fetch(`${system.baseUrl}/api/v1/audit?target_id=${keyId}`, {
      headers: { 'X-API-Key': system.adminKey },
    });
    expect(await audit.json()).toMatchObject({
      entries: [
        { action: 'api_key.revoked', actor: { kind: 'terminal' }, address: null },
        { action: 'api_key.rotated' },
        { action: 'api_key.issued' },
      ],
    });
  });

  it.each([
    [['keys', 'revoke', 'key_nobody'], 'There is no such API key'],
    [['keys', 'rotate', 'key_bootstrap'], 'BOOTSTRAP_API_KEY'],
  ])('refuse %j', async (words, message) => {
    await expect(run(...words)).rejects.toThrow(message);
  });

  it('say what they need', async () => {
    await expect(runCli(['keys', 'list'], {})).rejects.toThrow('Set MONGODB_URI');
    await expect(runCli(['job', 'watch', 'job_1'], {})).rejects.toThrow('Set LEADBRIDGE_API_KEY');
  });
});

describe('the import of a file', () => {
  it('brings its leads in, shows how far it is, and tells which rows failed', async () => {
    const rows = Array.from(
      { length: 25 },
      (_, index) => `Jo,Doe ${index},jo.${index}@example.com,Example ${index}`,
    );
    rows.splice(3, 0, 'Kim,Doe,not an email,Example', 'Jo,Again,jo.0@example.com,Example');
    const file = join(directory, 'leads.csv');
    await writeFile(file, ['First Name,Last Name,Email,Company', ...rows].join('\n'));

    const imported = await run('import', file, '--batch-size', '10');
    expect(imported.succeeded).toBe(false);
    expect(imported.results).toEqual(['27 leads: 25 succeeded, 2 failed']);
    expect(imported.progress.at(-1)).toMatch(/^Import 27\/27 completed, 2 failed/);
    expect(imported.notes).toContainEqual(expect.stringMatching(/^ {2}row 4: /));
    expect(imported.notes).toContainEqual('  row 5: Duplicate email address');
    const tickets = system.simulator.tickets().length;

    const again = await run(
      'import',
      file,
      '--batch-size',
      '10',
      '--failures',
      join(directory, 'failed.csv'),
    );
    expect(again.notes[0]).toBe(imported.notes[0]);
    expect(system.simulator.tickets().length).toBe(tickets);
    const table = (await readFile(join(directory, 'failed.csv'), 'utf8')).trim().split('\n');
    expect(table).toHaveLength(3);

    const jobId = /job_\w+/.exec(imported.notes[0] ?? '')?.[0] ?? '';
    const watched = await run('job', 'watch', jobId);
    expect(watched.succeeded).toBe(false);
    expect(watched.results).toEqual(['bulk_import completed: 25 succeeded, 2 failed']);
  });

  it('tells the words of the service for what it refuses', async () => {
    const file = join(directory, 'one.json');
    await writeFile(file, '[{"email":"jo@example.com"}]');
    await expect(run('import', file, '--source', 'nobody')).rejects.toThrow(
      /VALIDATION_ERROR: source is unknown/,
    );
    await expect(run('job', 'watch', 'job_nobody')).rejects.toThrow('RESOURCE_NOT_FOUND');
    await expect(run('event', 'replay', 'wh_nobody', '--failed-since', '2026-01-01')).rejects.toThrow(
      'RESOURCE_NOT_FOUND',
    );
    await expect(run('event', 'replay', 'wh_nobody')).rejects.toThrow('Give either --from');
  });
});

describe('the program', () => {
  const program = (...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
    new Promise((resolve) => {
      execFile(
        process.execPath,
        [currentTestRun().apps.cli, ...words],
        { env: { MONGODB_URI: system.mongodbUri } },
        (error, stdout, stderr) => {
          resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
        },
      );
    });

  it('ends with 0, 1 or 2, and prints a new key alone', async () => {
    const issued = await program('keys', 'issue', '--name', 'piped', '--role', 'viewer');
    expect(issued.code).toBe(0);
    expect(issued.stdout).toMatch(/^lbk_[\w-]{43}\n$/);
    expect(issued.stderr).not.toContain(issued.stdout.trim());
    const absent = await program('keys', 'revoke', 'key_nobody');
    expect([absent.code, absent.stderr]).toEqual([1, 'There is no such API key\n']);
    expect((await program('keys', 'issue', '--name', 'x', '--role', 'root')).code).toBe(2);
    expect((await program('keys', 'issue', '--name', 'x', '--role', 'viewer', '--days', '91')).code).toBe(2);
    expect((await program('--help')).stdout).toContain('LEADBRIDGE_API_KEY');
  });
});
