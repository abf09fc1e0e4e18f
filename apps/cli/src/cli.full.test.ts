import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { currentTestRun, type TestSystem } from '@leadbridge/devkit';
import { createPsaSimulator } from '@leadbridge/psa-simulator';

import { startSystemHere } from '../../../tests/support/start-system-here.js';
import { runCli } from './testing/run-cli.js';

let system: TestSystem;
let directory: string;
let environment: Record<string, string>;

beforeAll(async () => {
  system = await startSystemHere({ env: { BULK_LIMIT_PER_HOUR: '100' } });
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

describe('psa check', () => {
  it('names what a HaloPSA lacks, and says when jobs may run', async () => {
    const simulator = createPsaSimulator({ psaDialect: 'halopsa', haloQuirks: { absent: ['Lead'] } });
    await simulator.start();
    const settings = {
      MONGODB_URI: system.mongodbUri,
      REDIS_URL: system.redisUrl,
      PSA_URL: simulator.url,
      PSA_CLIENT_ID: simulator.clientId,
      PSA_CLIENT_SECRET: simulator.clientSecret,
      PSA_DIALECT: 'halopsa',
    };
    const lacking = await runCli(['psa', 'check'], settings);
    expect(lacking.succeeded).toBe(false);
    expect(lacking.results.join('\n')).toMatch(/^ok: .+\nerror: no ticket type 'Lead'; there are: .*\)/s);
    simulator.halo?.setQuirks({ absent: [] });
    const whole = await runCli(['psa', 'check', '--json'], settings);
    expect([whole.succeeded, JSON.parse(whole.results[0] ?? '')]).toMatchObject([true, { ready: true }]);
    expect(simulator.tickets()).toEqual([]);
    await expect(runCli(['psa', 'check'], { ...settings, PSA_CLIENT_SECRET: 'wrong' })).rejects.toThrow(
      "refuses the service's credentials",
    );
    await simulator.stop();
  });
});

describe('psa check of the default dialect', () => {
  it('tries what jobs will, names what is missing, and says whose fault it is', async () => {
    const simulator = createPsaSimulator();
    await simulator.start();
    const settings = {
      MONGODB_URI: system.mongodbUri,
      REDIS_URL: system.redisUrl,
      PSA_URL: simulator.url,
      PSA_CLIENT_ID: simulator.clientId,
      PSA_CLIENT_SECRET: simulator.clientSecret,
    };
    const whole = await runCli(['psa', 'check'], settings);
    expect(whole.succeeded).toBe(true);
    expect(whole.results).toContain('ok: the PSA responds and accepts the credentials');
    expect(whole.results.at(-1)).toMatch(/^The PSA has what jobs need/);
    expect(simulator.tickets()).toEqual([]);

    simulator.faults.set({ kind: 'error', status: 403, path: '/api/Users', method: 'GET' });
    const refused = await runCli(['psa', 'check', '--json'], settings);
    expect([refused.succeeded, JSON.parse(refused.results[0] ?? '')]).toMatchObject([
      false,
      { ready: false, problems: [{ level: 'error', message: expect.stringMatching(/^\/Users is refused/) }] },
    ]);
    const wrong = await runCli(['psa', 'check'], { ...settings, PSA_CLIENT_SECRET: 'wrong' });
    expect(wrong.results[0]).toMatch(/^error: The PSA refuses the service's credentials/);
    await simulator.stop();
  });
});

describe('what the console keeps', () => {
  it('reads a file by a kept mapping, and exports the suppressions', async () => {
    const ask = (method: string, path: string, body: unknown) =>
      fetch(`${system.baseUrl}/api/v1${path}`, {
        method,
        headers: { 'X-API-Key': system.adminKey, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const columns = [
      { column: 'Electronic', field: 'email' },
      { column: 'Stand', field: null },
    ];
    await ask('PUT', '/import-mappings/Fairs', { columns });
    const file = join(directory, 'fair.csv');
    await writeFile(file, 'Electronic,Stand,Company\nmapped@cli.example,12,Mapped Ltd\n');
    await expect(run('import', file, '--mapping', 'Fair')).rejects.toThrow(
      'There is no mapping "Fair"; there are: "Fairs"',
    );
    expect(await run('import', file, '--mapping', 'Fairs')).toMatchObject({
      succeeded: true,
      results: ['1 lead: 1 succeeded, 0 failed'],
    });

    await ask('POST', '/suppressions', { email: 'mapped@cli.example' });
    const output = join(directory, 'opt-outs.csv');
    expect((await run('opt-outs', 'export', '--output', output)).succeeded).toBe(true);
    expect(await readFile(output, 'utf8')).toMatch(/^\uFEFFid,status,.*\r\nsup_.*,mapped@cli\.example,/u);
  });
});

describe('the commands on keys', () => {
  const status = async (key: string): Promise<number> =>
    (await fetch(`${system.baseUrl}/api/v1/jobs`, { headers: { 'X-API-Key': key } })).status;

  it('let somebody in who has no key, and are in the audit log', async () => {
    const issue = ['keys', 'issue', '--name', 'first', '--role', 'admin', '--days', '7'];
    const issued = await runCli(issue, { MONGODB_URI: system.mongodbUri });
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
    expect(imported.notes.join('\n')).toContain('  row 5 (Kim Doe, Example): Invalid email address');
    expect(imported.notes).toContainEqual('  row 6 (Jo Again, Example): Duplicate email address');
    const tickets = system.simulator.tickets().length;

    const failures = join(directory, 'failed.csv');
    await writeFile(failures, 'an old file');
    const again = await run('import', file, '--batch-size', '10', '--failures', failures);
    const job = /job_\w+/.exec(imported.notes.join(' '))?.[0] ?? 'none';
    expect(again.notes.join('\n')).toMatch(
      new RegExp(`was imported already, on \\d{4}-\\d\\d-\\d\\d at \\d\\d:\\d\\d, as the job ${job}`),
    );
    expect(again.results).toEqual(imported.results);
    expect(system.simulator.tickets().length).toBe(tickets);
    const table = (await readFile(failures, 'utf8')).trim().split('\r\n');
    expect(table).toEqual([
      'row,First Name,Last Name,Email,Company,error,code,suggestion',
      expect.stringMatching(/^5,Kim,Doe,not an email,Example,Invalid email address,VALIDATION_ERROR,/),
      expect.stringMatching(
        /^6,Jo,Again,jo\.0@example\.com,Example,Duplicate email address,DUPLICATE_IN_REQUEST,"The lead in row 2 is the same one/,
      ),
    ]);

    await writeFile(failures, `${table.slice(0, 2).join('\n').replace('not an email', 'kim@example.com')}\n`);
    const corrected = await run('import', failures, '--strict', '--failures', join(directory, 'none.csv'));
    expect(corrected).toMatchObject({ succeeded: true, results: ['1 lead: 1 succeeded, 0 failed'] });
    expect(corrected.notes.join()).not.toContain('gnored');
    await expect(readFile(join(directory, 'none.csv'))).rejects.toThrow('ENOENT');
    await expect(run('import', file, '--failures', file)).rejects.toThrow('cannot be written over');

    const anew = await run('import', file, '--batch-size', '10', '--again');
    expect(anew.notes.join()).not.toContain(job);
    expect(anew.results).toEqual(imported.results);
    expect(system.simulator.tickets().length).toBe(tickets + 1);

    const jobId = /job_\w+/.exec(imported.notes.join(' '))?.[0] ?? '';
    const watched = await run('job', 'watch', jobId);
    expect(watched.succeeded).toBe(false);
    expect(watched.results).toEqual(['bulk_import completed: 25 succeeded, 2 failed']);

    const listed = await run('job', 'list', '--type', 'bulk_import');
    expect(listed.results.find((line) => line.startsWith(jobId))).toContain(
      '\tbulk_import\tcompleted\t25\t2\t27\t',
    );
    const results = await run('job', 'results', jobId, '--status', 'failed');
    expect(results.results.join('\n').split('\n')).toHaveLength(3);
    const retried = await run('job', 'retry', jobId);
    expect(retried.results[0]).toMatch(/^bulk_import completed: /);
    await expect(run('job', 'cancel', jobId)).rejects.toThrow('already finished');
  });

  it('shows what it would do, does nothing, and does it by a commit', async () => {
    const file = join(directory, 'looked-at.csv');
    const rows = ['Dry,Run,dry.run@example.com,Dry Works', 'No,Address,not an email,Dry Works'];
    await writeFile(file, ['First Name,Last Name,Email,Company', ...rows].join('\n'));
    const tickets = system.simulator.tickets().length;

    const shown = await run('import', file, '--dry-run');
    expect(shown.succeeded).toBe(false);
    expect(shown.results).toEqual([
      expect.stringMatching(/^2\tcreated\t-\tnew client Dry Works; new contact; new ticket; lists: /),
      expect.stringMatching(/^3\trejected\t-\tInvalid email address/),
    ]);
    expect(shown.notes).toContainEqual(
      expect.stringMatching(
        /^Nothing was written\. Of 2 leads 1 would be created, 1 would be rejected; \d+ PSA/,
      ),
    );
    const asJson = await run('import', file, '--dry-run', '--json');
    expect(JSON.parse(asJson.results[0] ?? '')).toMatchObject({
      row: 2,
      result: 'created',
      lead_id: null,
      plan: { client: { action: 'create', name: 'Dry Works' } },
    });
    await expect(run('import', file, '--json')).rejects.toThrow('add --dry-run');
    expect(system.simulator.tickets().length).toBe(tickets);

    const jobId = /job commit (job_\w+)/.exec(shown.notes.join(' '))?.[1] ?? '';
    const committed = await run('job', 'commit', jobId);
    expect(committed.results).toEqual(['bulk_import completed: 1 succeeded, 1 failed']);
    expect(system.simulator.tickets().length).toBe(tickets + 1);
    await expect(run('job', 'commit', jobId)).rejects.toThrow('committed before');
  });

  it('takes the heads that spreadsheets have, and tells of columns that name no field', async () => {
    const file = join(directory, 'export.csv');
    await writeFile(
      file,
      'First Name;Last Name;Email;Company Name;Job Title;Phone Number;Kennung;Compnay\nAda;Lace;ada@export.example;Export Works;CTO;+14155550132;x;y\n',
    );
    const ignored = 'Ignored columns: "Kennung", "Compnay" (did you mean company?)';
    expect((await run('import', file, '--dry-run')).notes).toContain(ignored);
    const imported = await run('import', file);
    expect(imported.notes).toContain(ignored);
    expect(system.simulator.clients().map(({ name }) => name)).toContain('Export Works');
    expect(system.simulator.users()).toContainEqual(
      expect.objectContaining({
        emailaddress: 'ada@export.example',
        jobtitle: 'CTO',
        phonenumber: '+14155550132',
      }),
    );
    await expect(run('import', file, '--strict')).rejects.toThrow('not known: "Kennung"');
    const mapped = await run(
      'import',
      file,
      '--strict',
      '--map',
      'Kennung=industry',
      '--map',
      'Compnay=notes',
    );
    expect(mapped).toMatchObject({ succeeded: true });
    expect(mapped.notes.join()).not.toContain('Ignored');
  });

  it('takes a body of the API with its source, says what does not count, and lets --source go before it', async () => {
    const file = join(directory, 'body.json');
    const leads = [{ email: 'body@manual.example', company: 'Body Inc' }];
    await writeFile(file, JSON.stringify({ source: 'manual', leads, options: {} }));
    const imported = await run('import', file);
    expect(imported).toMatchObject({ succeeded: true, results: ['1 lead: 1 succeeded, 0 failed'] });
    expect(imported.notes.join()).toContain('ignored: "options"');
    const other = await run('import', file, '--dry-run', '--source', 'csv');
    expect(other.notes.join()).toContain('says that its source is "manual"; --source csv is taken');
  });

  it.each([
    ['an empty file', '', 'the file is empty'],
    ['a header alone', 'Email\n', 'the file has a header and no rows'],
    ['two equal heads', 'Email,Email\na@b.example,\n', 'have the same name'],
    ['a row of another width at its end', `Email\n${'jo@wide.example\n'.repeat(500)}a,b\n`, 'line 502'],
    ['a byte of another encoding', Buffer.from('Company\nM\u0081ller\n', 'latin1'), '--encoding'],
    ['no lead', '[]', 'the file contains no leads'],
  ])('imports nothing of %s, and says why', async (what, content, message) => {
    const file = join(directory, content === '[]' ? 'none.json' : 'refused.csv');
    await writeFile(file, content);
    const jobs = async () =>
      (await (
        await fetch(`${system.baseUrl}/api/v1/jobs`, { headers: { 'X-API-Key': system.adminKey } })
      ).json()) as {
        pagination: { total: number };
      };
    const before = (await jobs()).pagination.total;
    await expect(run('import', file)).rejects.toMatchObject({
      message: expect.stringContaining(message),
      exitCode: 2,
    });
    expect([what, (await jobs()).pagination.total]).toEqual([what, before]);
  });

  it('tells the words of the service for what it refuses', async () => {
    const file = join(directory, 'one.json');
    await writeFile(file, '[{"email":"jo@example.com"}]');
    await expect(run('import', file, '--source', 'nobody')).rejects.toMatchObject({
      message: expect.stringMatching(/VALIDATION_ERROR: source is unknown/),
      exitCode: 2,
    });
    await expect(run('job', 'watch', 'job_nobody')).rejects.toThrow('RESOURCE_NOT_FOUND');
    await expect(run('event', 'replay', 'wh_nobody', '--failed-since', '2026-01-01')).rejects.toThrow(
      'RESOURCE_NOT_FOUND',
    );
    await expect(run('event', 'replay', 'wh_nobody')).rejects.toThrow('Give either --from');
  });
});

describe('the erasure of a person', () => {
  it('tells what is gone, and what the PSA still holds', async () => {
    const file = join(directory, 'one.json');
    await writeFile(file, '[{"email":"to.be.erased@example.com","name":"Jo Gone","company":"Gone"}]');
    await run('import', file);

    const erased = await run('erase', '--yes', '--email', 'To.Be.Erased@example.com');
    expect(erased.succeeded).toBe(true);
    const result = JSON.parse(erased.results[0] ?? '') as Record<string, unknown>;
    expect(result).toMatchObject({
      success: true,
      erased: { leads: 1 },
      psa: { ticket_ids: [expect.any(Number)] },
    });
    expect(erased.notes).toContainEqual(expect.stringContaining('Delete these tickets in the PSA'));
    expect(JSON.stringify(erased)).not.toContain('to.be.erased');
  });

  it('needs to be told who, in one way', async () => {
    await expect(run('erase')).rejects.toThrow('exactly one of --email, --phone and --lead-id');
    await expect(run('erase', '--email', 'a@example.com', '--lead-id', '1')).rejects.toThrow('exactly one');
    await expect(run('erase', '--yes', '--email', 'nobody')).rejects.toThrow(
      'VALIDATION_ERROR: The email cannot be read',
    );
    await expect(run('erase', '--yes', '--lead-id', '999999')).rejects.toThrow('RESOURCE_NOT_FOUND');
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
    expect(await program('--version')).toMatchObject({ code: 0, stdout: '1.0.0\n' });
  });
});
