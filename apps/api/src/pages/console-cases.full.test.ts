import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';

import { browserProgram, startBrowser, type TestBrowser } from './testing/browser.js';
import { startConsoleSystem, type ConsolePerson, type ConsoleSystem } from './testing/console-system.js';
import { chooseFile } from './testing/import-in-browser.js';
import { pressOn } from './testing/keyboard.js';

if (browserProgram === null) {
  it('runs no browser: this machine has no chromium', () => {
    expect(browserProgram).toBeNull();
  });
} else {
  describe('the console in a browser', inBrowser);
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

  async function signIn(person: ConsolePerson, path: string, origin = system.baseUrl): Promise<Page> {
    await browser.context.clearCookies();
    const page = await browser.newPage();
    await page.goto(`${origin}/console${path}`);
    await page.fill('[name=email]', person.email);
    await page.fill('[name=password]', person.password);
    await page.click('button[type=submit]');
    await page.getByRole('navigation').waitFor();
    return page;
  }

  it('a file that changes between reading and sending is not sent as it was, and can be chosen again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leadbridge-file-'));
    const path = join(folder, 'changing.csv');
    await writeFile(path, 'Email;Name\nold@example.com;Ada Old\n');
    const page = await signIn(await system.addPerson('operator'), '/import');
    const choose = async (): Promise<void> => {
      await page.setInputFiles('input[type=file]', path);
      await page.getByText('1 leads in 2 columns.').waitFor();
      await pressOn(page.getByRole('button', { name: 'Continue' }));
      await pressOn(page.getByRole('button', { name: 'Continue' }));
      await page.getByText('No errors were found.').waitFor();
    };
    try {
      await choose();
      await writeFile(path, 'Email;Name\nnew@example.com;Ada New\n');
      await utimes(path, new Date(), new Date(Date.now() + 60_000));
      await pressOn(page.getByRole('button', { name: 'Dry run', exact: true }));
      await page.getByText('The file has changed since it was read.', { exact: false }).waitFor();
      expect((await system.ask('GET', '/jobs?type=bulk_import'))['jobs']).toEqual([]);
      await pressOn(page.getByRole('button', { name: /^File/u }));
      await choose();
      await pressOn(page.getByRole('button', { name: 'Dry run', exact: true }));
      await page.getByRole('heading', { name: 'changing.csv', level: 1 }).waitFor();
      await page.getByText('Ada New').waitFor({ timeout: 60_000 });
      await page.close();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it.each([
    ['no-quote.csv', 'email\n"a@example.com\nb@example.com\n', 'does not end'],
    ['sheet.xlsx', 'PK', 'save it as CSV'],
  ])('an unreadable file is rejected with an explanation: %s', async (name, text, words) => {
    const page = await signIn(await system.addPerson('operator'), '/import');
    await chooseFile(page, name, text);
    await page.getByText(words).waitFor();
    await page.close();
  });

  it('no policy was violated', () => {
    expect(browser.faults).toEqual([]);
  });
}
