import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { currentTestRun, npmStart } from '@leadbridge/devkit';
import type { Page } from 'playwright-core';

import { browserProgram, startBrowser, type TestBrowser } from './testing/browser.js';
import { chooseFile, continueTo } from './testing/import-in-browser.js';
import { pressOn, typeInto } from './testing/keyboard.js';
import { takePicture } from './testing/take-picture.js';

const checkout = fileURLToPath(new URL('../../../../', import.meta.url));
const document = join(checkout, 'docs', 'walk.md');

const file = `Vorname;Nachname;Firma;E-Mail;Position
Ada;Example;Example Software Ltd;ada@example.com;Director of IT
Bo;Sample;Sample Logistics;bo@example.org;Head of Purchasing
Cleo;Muster;Muster GmbH;cleo@example;CFO
Dana;Model;Model Foods;dana@example.net;CEO
`;

if (browserProgram === null) {
  it('runs no browser: this machine has no chromium', () => {
    expect(browserProgram).toBeNull();
  });
} else {
  inBrowser();
}

function inBrowser(): void {
  let dataDirectory: string;
  let start: Awaited<ReturnType<typeof npmStart>>;
  let browser: TestBrowser;
  let page: Page;
  const told: string[] = [];

  beforeAll(async () => {
    dataDirectory = await mkdtemp(join(currentTestRun().dataRoot, 'leadbridge-walk-'));
    start = await npmStart(dataDirectory);
    browser = await startBrowser({ width: 1_360, height: 900 });
    page = await browser.newPage();
  }, 900_000);

  afterAll(async () => {
    await browser.close();
    await start.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  });

  /** A line of the document, and what a person sees at its end. */
  async function step(words: string): Promise<void> {
    const name = `walk-${told.length + 1}`;
    await takePicture(page, name);
    told.push(`${words}\n\n![${told.length + 1}](images/console/${name}.webp)`);
  }

  it('a new user creates an account by the printed link, imports a file and undoes it, as the documentation shows', async () => {
    const link = /http:\S+\/console\/setup#\S+/u.exec(start.output)?.[0] ?? 'no link';
    await page.goto(link);
    await page.getByRole('heading', { name: 'Create the first account', level: 1 }).waitFor();
    await typeInto(page.getByLabel('Name'), 'Sam Example');
    await typeInto(page.getByLabel('Email'), 'sam@example.com');
    await typeInto(page.locator('[name=password]'), 'correct horse battery');
    await step('`npm start` prints a one-time link. Open it: name, email, password, **Create account**.');

    await pressOn(page.getByRole('button', { name: 'Create account' }));
    const checklist = page.getByRole('region', { name: 'Getting started' });
    await checklist.getByText('Connect the PSA (done)').waitFor();
    await page.getByText('PSA requests left', { exact: true }).waitFor();
    await step('**Getting started** leads on: **Import a sample file**.');

    await pressOn(checklist.getByRole('link', { name: 'Import a sample file' }));
    await chooseFile(page, 'trade-fair.csv', file);
    await page.getByText('4 leads in 5 columns.').waitFor();
    await continueTo(page, 'Match');
    const fieldOf = (column: string): Promise<string> =>
      page.locator(`input[aria-label="Field of the column ${column}"]`).inputValue();
    expect(await Promise.all(['Vorname', 'Nachname', 'Firma', 'E-Mail', 'Position'].map(fieldOf))).toEqual([
      'First name',
      'Last name',
      'Company',
      'Email',
      'Job title',
    ]);
    await step('Drop a CSV file, **Continue**. Its columns are matched: “Vorname” is the first name.');

    await continueTo(page, 'Review');
    await page.getByText('1 row has errors.').waitFor();
    const email = page.getByRole('textbox', { name: 'Email, row 4' });
    expect([await email.getAttribute('aria-invalid'), await email.inputValue()]).toEqual([
      'true',
      'cleo@example',
    ]);
    await step('**Continue**. Row 4 has no valid email; correct it in its cell.');

    await email.fill('cleo@example.com');
    await page.getByText('No errors were found.').waitFor();
    await pressOn(page.getByRole('button', { name: 'Dry run', exact: true }));
    await page.getByRole('heading', { name: 'trade-fair.csv', level: 1 }).waitFor();
    const summary = page.getByRole('region', { name: 'Summary' });
    await summary.getByText('4 leads to create').waitFor();
    await summary.getByText('Nothing was written yet.', { exact: false }).waitFor();
    expect(await ticketStatuses()).toEqual([]);
    await step('**Dry run** says what would happen, and writes nothing.');

    await pressOn(page.getByRole('button', { name: 'Import 4 leads' }));
    await page.getByText('4 of 4 done: 4 succeeded, 0 failed.').waitFor();
    await page.getByRole('cell', { name: 'Ada Example' }).waitFor();
    expect(await ticketStatuses()).toEqual(['New Lead', 'New Lead', 'New Lead', 'New Lead']);
    await step('**Import 4 leads**: each has a ticket in the PSA.');

    await pressOn(page.getByRole('button', { name: 'Undo import' }));
    const undo = page.getByRole('dialog').getByRole('button', { name: 'Undo 4 leads' });
    await undo.waitFor();
    await step('**Undo import** says first how many leads and requests it takes.');

    await pressOn(undo);
    await page.getByRole('heading', { name: 'Undo of trade-fair.csv', level: 1 }).waitFor();
    await page.getByText('4 of 4 done: 4 succeeded, 0 failed.').waitFor();
    expect(new Set(await ticketStatuses())).toEqual(new Set(['Invalid Data']));
    const undone = page.getByRole('table').getByText('Undone', { exact: true });
    await undone.nth(3).waitFor();
    expect(await undone.count()).toBe(4);
    await step('**Undo 4 leads**: the tickets become “Invalid Data”.');
    expect(browser.faults).toEqual([]);

    const text = `# Ten minutes in the console\n\nA test takes these steps and pictures.\n\n${told.join('\n\n')}\n`;
    if (currentTestRun().screenshots) {
      await writeFile(document, text);
    }
    expect(await readFile(document, 'utf8')).toBe(text);
  });

  /** In the PSA, by their status. */
  async function ticketStatuses(): Promise<string[]> {
    const simulator = /then look at (http:\S+) for/iu.exec(start.output)?.[1] ?? 'no simulator';
    const response = await fetch(`${simulator}/simulator/tickets`);
    const { tickets } = (await response.json()) as { tickets: { status: string }[] };
    return tickets.map(({ status }) => status);
  }
}
