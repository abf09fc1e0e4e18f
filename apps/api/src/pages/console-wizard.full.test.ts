import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@leadbridge/devkit';
import { connectMongo } from '@leadbridge/store';
import type { Page } from 'playwright-core';

import { browserProgram, startBrowser, type TestBrowser } from './testing/browser.js';
import { startConsoleSystem, type ConsolePerson, type ConsoleSystem } from './testing/console-system.js';
import { chooseFile, continueTo } from './testing/import-in-browser.js';
import { pressOn, typeInto } from './testing/keyboard.js';
import { faultsOf, prepareLooks } from './testing/screen-faults.js';
import { signInAt } from './testing/sign-in.js';
import { signOutOf } from './testing/sign-out.js';

/** What is asked for again and again stays small, whatever the job has. */
const maxPollBytes = 5_000;
const maxHeightOfFiftyRowsPx = 4_000;
const manyRows = 10_000;
const rowsOfJob = 300;

if (browserProgram === null) {
  it('runs no browser: this machine has no chromium', () => {
    expect(browserProgram).toBeNull();
  });
} else {
  describe('the import in a browser', inBrowser);
}

function inBrowser(): void {
  let system: ConsoleSystem;
  let browser: TestBrowser;

  beforeAll(async () => {
    system = await startConsoleSystem();
    browser = await startBrowser({ width: 1_360, height: 900 });
  });

  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  async function signIn(person: ConsolePerson, path: string): Promise<Page> {
    await browser.context.clearCookies();
    const page = await browser.newPage();
    await signInAt(page, `${system.baseUrl}/console${path}`, person);
    await page.getByRole('navigation').waitFor();
    return page;
  }

  async function toReview(page: Page, name: string, lines: readonly string[]): Promise<void> {
    await chooseFile(page, name, lines.join('\n'));
    await page.getByText(`${(lines.length - 1).toLocaleString('en')} leads in`, { exact: false }).waitFor();
    await continueTo(page, 'Match');
    await continueTo(page, 'Review');
  }

  it('a session that ends in the middle keeps the file, the mapping and what was corrected', async () => {
    const operator = await system.addPerson('operator');
    const page = await signIn(operator, '/import');
    await toReview(page, 'kept.csv', ['Email;Name', 'ada@example;Ada Kept', 'bo@example.com;Bo Kept']);
    const cell = page.getByRole('textbox', { name: 'Email, row 2' });
    await cell.fill('ada@example.com');
    await page.getByText('No errors were found.').waitFor();
    const otherTab = await browser.newPage();
    await otherTab.goto(`${system.baseUrl}/console/jobs`);
    await signOutOf(otherTab);
    await otherTab.locator('[name=email]').waitFor();
    await otherTab.close();

    await page.getByText('Your session has ended').waitFor();
    await typeInto(page.locator('[name=password]'), operator.password);
    await page.keyboard.press('Enter');
    await page.getByText('Your session has ended').waitFor({ state: 'hidden' });
    expect(await cell.inputValue()).toBe('ada@example.com');
    await pressOn(page.getByRole('button', { name: 'Dry run', exact: true }));
    await page.getByRole('heading', { name: 'kept.csv', level: 1 }).waitFor();
    await page.getByText('2 leads to create').waitFor();
    await page.close();
  });

  it('who leaves in the middle is asked, and finds what was corrected again', async () => {
    const page = await signIn(await system.addPerson('operator'), '/import');
    await toReview(page, 'left.csv', ['Email;Name', 'ada@example;Ada Left', 'bo@left.example;Bo Left']);
    const cell = page.getByRole('textbox', { name: 'Email, row 2' });
    await cell.fill('ada@left.example');
    const leads = page.getByRole('link', { name: 'Leads', exact: true });
    await leads.click();
    const question = page.getByRole('dialog', { name: 'Leave this screen?' });
    await question.getByRole('button', { name: 'Back' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    expect(await cell.inputValue()).toBe('ada@left.example');
    await leads.click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
    await page.close();
  });

  it('a file of 10,000 rows is reviewed a page at a time, the one at fault first', async () => {
    const page = await signIn(await system.addPerson('operator'), '/import');
    const rows = Array.from({ length: manyRows - 1 }, (_, n) => `person.${n}@example.com;Person ${n}`);
    await toReview(page, 'many.csv', ['Email;Name', ...rows, 'last@example;Person at the end']);
    await page.getByText('1 row has errors.').waitFor();
    const shown = page.getByRole('region', { name: 'Rows of the file' }).locator('tbody tr');
    await until(async () => (await shown.first().textContent())?.startsWith(`${manyRows + 1}`) === true);
    expect(await shown.count()).toBe(25);
    await page.getByRole('textbox', { name: `Email, row ${manyRows + 1}` }).fill('last@example.com');
    await page.getByText('No errors were found.').waitFor();
    await prepareLooks(page);
    expect(await faultsOf(page, 'the review')).toEqual([]);
    await page.getByRole('button', { name: 'Page 400' }).click();
    await until(async () => (await shown.last().textContent())?.includes(`Person ${manyRows - 2}`) === true);
    await page.close();
  });

  it('the rows with warnings are shown alone, as they may be any of a long file', async () => {
    const page = await signIn(await system.addPerson('operator'), '/import');
    const rows = Array.from(
      { length: 60 },
      (_, n) => `person.${n}@example.com;${n === 58 ? 'n/a' : 'Person'}`,
    );
    await toReview(page, 'warned.csv', ['Email;Name', ...rows]);
    await page.getByText('No errors were found.').waitFor();
    await page.getByText('Warnings 1', { exact: true }).click();
    const shown = page.getByRole('region', { name: 'Rows of the file' }).locator('tbody tr');
    await until(async () => (await shown.count()) === 1);
    expect(await shown.textContent()).toMatch(/^60.*n\/a/u);
    await page.close();
  });

  it('a dry run is polled in small pieces, and 50 of its rows are a page', async () => {
    const page = await signIn(await system.addPerson('operator'), '/import');
    const asked = new Set<string>();
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (/^\/api\/v1\/jobs\/job_\w+(?:\/events)?$/u.test(pathname) && request.method() === 'GET') {
        asked.add(pathname + search);
      }
    });
    const rows = Array.from(
      { length: rowsOfJob },
      (_, n) => `person.${n}@example.com;Person ${n};Company ${n}`,
    );
    await toReview(page, 'polled.csv', ['Email;Name;Company', ...rows]);
    await pressOn(page.getByRole('button', { name: 'Dry run', exact: true }));
    await page.getByText(`${rowsOfJob} leads to create`).waitFor();
    await page.getByText(`50 of ${rowsOfJob}`).waitFor();
    expect(await page.locator('main tbody tr').count()).toBe(50);
    // The page's own requests once more, now that there is most to tell: each event of a stream is one.
    const headers = { authorization: `Bearer ${system.adminKey}` };
    const polls = await Promise.all(
      [...asked].map(async (path) => (await fetch(system.baseUrl + path, { headers })).text()),
    );
    const sizes = polls.flatMap((text) => text.split('\n\n')).map((text) => Buffer.byteLength(text));
    expect(Math.max(...sizes)).toBeGreaterThan(100);
    expect(sizes.filter((bytes) => bytes > maxPollBytes)).toEqual([]);
    for (const width of [1_360, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const height = await page.evaluate<number>('document.documentElement.scrollHeight');
      expect([width, height <= maxHeightOfFiftyRowsPx ? 'fits' : height]).toEqual([width, 'fits']);
    }
    await page.close();
  });

  it('a link that is opened too late says so, without a form', async () => {
    const { invite_url: link } = await system.ask('POST', '/users', {
      email: 'late@example.com',
      name: 'Late Example',
      role: 'viewer',
    });
    const page = await browser.newPage();
    await page.goto(String(link));
    await page.getByRole('button', { name: 'Create account' }).waitFor();
    await typeInto(page.locator('[name=password]'), 'a pass phrase of the test');
    const mongo = await connectMongo(system.mongodbUri);
    await mongo.collection('invitations').updateMany({}, { $set: { expiresAt: new Date(Date.now() - 1) } });
    await mongo.close();
    await pressOn(page.getByRole('button', { name: 'Create account' }));
    await page.getByText('This link has expired or was used.').waitFor();
    await page.reload();
    await page.getByText('This link has expired or was used.').waitFor();
    expect(await page.locator('form').count()).toBe(0);
    await page.close();
  });

  it('no policy was violated', () => {
    expect(browser.faults).toEqual([]);
  });
}
