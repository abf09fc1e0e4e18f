import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { currentTestRun, until } from '@leadbridge/devkit';
import type { Locator, Page } from 'playwright-core';

import { EventReceiver } from '../../../../tests/support/event-receiver.js';
import { startSmtpCatcher, type MessageCatcher } from '../testing/message-catcher.js';
import { browserProgram, startBrowser, type TestBrowser } from './testing/browser.js';
import { startConsoleSystem, type ConsoleSystem } from './testing/console-system.js';
import { chooseFile } from './testing/import-in-browser.js';
import { pressOn } from './testing/keyboard.js';
import { signInAt } from './testing/sign-in.js';

const document = new URL('../../../../docs/transcripts.txt', import.meta.url);

/** Ids, times and places differ from run to run. */
function withoutChance(text: string): string {
  return (
    text
      .replaceAll(/\b(job|sup|wh|dlv|evt|cmp)_[0-9a-z]{8,}/gu, '$1_…')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/gu, '2026-01-31T09:00:00Z')
      .replaceAll(/\d{4}-\d\d-\d\d at \d\d:\d\d/gu, '2026-01-31 at 09:00')
      .replaceAll(/\d+ (?:second|minute|min)s? ago/gu, 'just now')
      // How often progress is shown.
      .replaceAll(/^.*: \d+ of \d+(?! completed)(?: .*)?\n/gmu, '')
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+/gu, 'http://127.0.0.1:3000')
      .replaceAll(/\d+ ms/gu, '20 ms')
      .replaceAll(/[^\S\n]+$/gmu, '')
  );
}

const optOuts = `E-mail,Company domain,Reason
ada@example.com,,Unsubscribed
,*.sub.example.net,Do not contact anybody there
,gmail.com,
not an address,,
Ada@Example.com,,
`;

const jobOf = (printed: string): string => /job_[0-9a-z]+/u.exec(printed)?.[0] ?? 'no job';

/** A mail without what its program adds. */
const mailText = (message = ''): string =>
  message
    .replaceAll('\r\n', '\n')
    .split('\n')
    .filter((line) => !/^(?:Message-ID|Date|MIME-Version|Content-|From)/iu.test(line))
    .join('\n')
    .replaceAll(/=\n/gu, '')
    .trim();

if (browserProgram === null) {
  it('runs no browser: this machine has no chromium', () => {
    expect(browserProgram).toBeNull();
  });
} else {
  inBrowser();
}

function inBrowser(): void {
  let directory: string;
  let system: ConsoleSystem;
  let browser: TestBrowser;
  let page: Page;
  let mail: MessageCatcher;
  const receiver = new EventReceiver();
  const told: string[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(join(currentTestRun().dataRoot, 'leadbridge-transcripts-'));
    await receiver.start();
    mail = await startSmtpCatcher();
    system = await startConsoleSystem({
      ALERT_CHECK_SECONDS: '0.2',
      ALERT_AFTER_SECONDS: '2',
      SMTP_URL: mail.url,
      ALERT_EMAIL: 'operators@example.com',
      RUNBOOK_URL: 'https://wiki.example.com/runbook',
    });
    browser = await startBrowser({ width: 1_360, height: 900 });
    page = await browser.newPage();
  }, 300_000);

  afterAll(async () => {
    await browser.close();
    await system.stop();
    await receiver.stop();
    await mail.close();
    await rm(directory, { recursive: true, force: true });
  });

  const tell = (...lines: readonly string[]): void => {
    told.push(...lines, '');
  };

  async function file(name: string, text: string): Promise<void> {
    await writeFile(join(directory, name), text);
    tell(`$ cat ${name}`, text.trimEnd());
  }

  /** Runs a command as a person does, and records what it prints. */
  async function run(line: string): Promise<{ readonly stdout: string; readonly stderr: string }> {
    const { stdout, stderr, code } = await promisify(execFile)(
      process.execPath,
      [currentTestRun().apps.cli, ...line.split(' ')],
      {
        cwd: directory,
        env: {
          PATH: currentTestRun().searchPath,
          LEADBRIDGE_URL: system.baseUrl,
          LEADBRIDGE_API_KEY: system.adminKey,
        },
      },
    ).then(
      (ended) => ({ ...ended, code: 0 }),
      (error: { stdout: string; stderr: string; code: number }) => error,
    );
    tell(
      `$ leadbridge ${line}`,
      `${stderr}${stdout}`.trimEnd(),
      ...(code === 0 ? [] : [`(ends with ${code})`]),
    );
    return { stdout, stderr };
  }

  /** What a person does in the console, and what parts of the page then say. */
  async function does(words: string, ...parts: readonly Locator[]): Promise<void> {
    const texts = await Promise.all(parts.map(async (part) => part.innerText()));
    const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '');
    tell(`> ${words}`, ...lines.map((line) => `  ${line.replaceAll(/\s*\t\s*/gu, ' | ')}`));
  }

  async function open(path: string): Promise<void> {
    await page.goto(`${system.baseUrl}/console${path}`);
  }

  /** Waits for a message of Slack with this text, and records it. */
  async function slackReceives(text: string): Promise<void> {
    const found = () => receiver.at('/slack').find(({ body }) => body.includes(text));
    await until(() => found() !== undefined);
    tell('Slack receives', String(found()?.body));
  }

  it('adds a list of opt-outs, which blocks the imports of its people and domains', async () => {
    tell('=== Opt-outs by the list: command line ===');
    await file('opt-outs.csv', optOuts);
    await run('opt-outs import opt-outs.csv --dry-run');
    await run('opt-outs import opt-outs.csv');
    await file(
      'leads.csv',
      `first_name,last_name,email,company
Bo,Example,bo@mail.sub.example.net,Example Ltd
Cleo,Example,cleo@example.net,Example Ltd
`,
    );
    const { stderr } = await run('import leads.csv --source provider_a');
    await run(`job results ${jobOf(stderr)}`);

    tell('=== Opt-outs by the list: console ===');
    await signInAt(page, `${system.baseUrl}/console/opt-outs/import`, await system.addPerson('operator'));
    const rows = `Mail;Domain\nada@example.com;\nnonsense;\n;@example.org\n`;
    await chooseFile(page, 'opt-outs.csv', rows);
    await does(
      'Opt-outs, Add a list, opt-outs.csv',
      page.getByText('3 rows, 1 of them unreadable.'),
      page.getByText(/^Row 3:/u),
    );
    await pressOn(page.getByRole('button', { name: 'Dry run', exact: true }));
    const summary = page.getByRole('region', { name: 'Summary' });
    await summary.getByText('1 row to add').waitFor();
    await does('Dry run', summary);
    await open('/opt-outs/import');
    await chooseFile(page, 'opt-outs.csv', rows);
    await pressOn(page.getByRole('button', { name: 'Add without a dry run' }));
    await does('Add without a dry run', page.getByText('3 of 3 done: 2 succeeded, 1 failed.'));
    await open('/opt-outs');
    await page.getByText('example.org', { exact: true }).waitFor();
    // Those of one list have no order.
    const names = ['Who', 'example.org', 'ada@example.com', 'sub.example.net'];
    await does(
      'Opt-outs',
      ...names.map((name) => page.getByRole('row', { name: new RegExp(`^${name}`, 'u') })),
    );
  });

  it('asks for the client of a company, and remembers it', async () => {
    const client = system.simulator.seedClient({ name: 'Acme', website: 'https://www.acme.example/' });
    system.simulator.seedClient({ name: 'Acme Trading', website: 'https://acme.example/trading' });
    await system.ask('PUT', '/config', { company_matching: 'domain' });
    const { job_id: rebuilt } = await system.ask('POST', '/mirror/rebuild', {});
    await until(async () => (await system.ask('GET', `/jobs/${String(rebuilt)}`))['status'] === 'completed');
    tell('=== Company matching, with two clients of one domain: command line ===');
    await file(
      'acme.csv',
      'first_name,last_name,email,company\nDana,Example,dana@acme.example,Acme Holdings\n',
    );
    await run('import acme.csv --source provider_a');
    const [id] = (await run('company-matches list')).stdout.split('\t');
    await run(`company-matches decide ${String(id)} --client ${client}`);
    tell('=== Company matching: console ===');
    await open('/company-matches');
    await page.getByText('Acme Holdings').waitFor();
    await does('Company matches', page.getByRole('table'));
    await file(
      'later.csv',
      'first_name,last_name,email,company\nEmil,Example,emil@acme.example,Acme Holdings\n',
    );
    const { stderr } = await run('import later.csv --source provider_a');
    await open(`/jobs/${jobOf(stderr)}`);
    await page.getByRole('cell', { name: 'Emil Example' }).waitFor();
    await does('Jobs, later.csv', page.getByRole('table').last());
  });

  it('tells by Slack and by mail what is the matter, once when it begins and once when it ends', async () => {
    tell('=== Alerts: a webhook of Slack, and a mail ===');
    const webhook = {
      url: receiver.url('/slack'),
      events: ['alert.raised', 'alert.resolved'],
      format: 'slack',
    };
    const { id } = await system.ask('POST', '/webhooks', webhook);
    tell(`POST /webhooks ${JSON.stringify(webhook)}`);
    await Promise.all(system.workers.map(async (worker) => worker.stop()));
    tell('(the worker is stopped)');
    await slackReceives('*No worker is running');
    await until(() => mail.messages.length > 0);
    tell('operators@example.com receives', mailText(mail.messages[0]));
    await system.addWorker();
    tell('(a worker is started)');
    await slackReceives('*Resolved: No worker is running');
    await run('webhooks list');
    await run(`webhooks deliveries ${String(id)}`);
    tell('=== Alerts: console ===');
    await signInAt(page, `${system.baseUrl}/console/webhooks/${String(id)}`, await system.addPerson('admin'));
    await pressOn(page.getByRole('button', { name: 'Send a test' }));
    await page.getByRole('row', { name: /^webhook\.test Delivered/u }).waitFor();
    await does('Webhooks, the webhook, Send a test', page.getByRole('table').last());
    await slackReceives('This is a test');
  });

  it('shows what the documentation shows', async () => {
    const text = withoutChance(`${told.join('\n').trimEnd()}\n`);
    if (currentTestRun().screenshots) {
      await writeFile(document, text);
    }
    expect(text).toBe(await readFile(document, 'utf8'));
    expect(browser.faults).toEqual([]);
  });
}
