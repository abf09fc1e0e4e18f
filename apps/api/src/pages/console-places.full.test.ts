import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@leadbridge/devkit';
import type { Locator, Page } from 'playwright-core';

import { browserProgram, startBrowser, type TestBrowser } from './testing/browser.js';
import { startConsoleSystem, type ConsoleSystem } from './testing/console-system.js';
import { chooseFile, continueTo } from './testing/import-in-browser.js';
import { pressOn, typeInto } from './testing/keyboard.js';
import { signInAt } from './testing/sign-in.js';

if (browserProgram === null) {
  it('runs no browser: this machine has no chromium', () => {
    expect(browserProgram).toBeNull();
  });
} else {
  describe('whoever works with the console', inBrowser);
}

function inBrowser(): void {
  let system: ConsoleSystem;
  let browser: TestBrowser;

  beforeAll(async () => {
    system = await startConsoleSystem();
    browser = await startBrowser({ width: 1_280, height: 900 });
  });

  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  async function signIn(role: string, path: string): Promise<Page> {
    await browser.context.clearCookies();
    const page = await browser.newPage();
    await signInAt(page, `${system.baseUrl}/console${path}`, await system.addPerson(role));
    await page.getByRole('navigation').waitFor();
    return page;
  }

  const hasFocus = async (target: Locator): Promise<void> =>
    await target.and(target.page().locator(':focus')).waitFor();

  async function toMatch(page: Page): Promise<void> {
    await chooseFile(page, 'kept.csv', 'Email;Name\nada@kept.example;Ada Kept\n');
    await page.getByText('1 lead in 2 columns.').waitFor();
    await continueTo(page, 'Match');
  }

  it('keeps the focus where the button of an action is disabled or gone, and has it on the next screen', async () => {
    await system.ask('POST', '/suppressions', { email: 'gone@places.example' });
    await system.ask('POST', '/suppressions', { email: 'stays@places.example' });
    const page = await signIn('admin', '/opt-outs?email=gone%40places.example');
    const actions = page.getByRole('button', { name: 'Actions for gone@places.example' });
    await pressOn(actions);
    await page.getByRole('menuitem', { name: 'Remove' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await typeInto(page.getByRole('dialog').getByLabel('Reason'), 'A mistake');
    await pressOn(page.getByRole('dialog').getByRole('button', { name: 'Remove' }));
    await actions.waitFor({ state: 'detached' });
    await hasFocus(page.locator('main *'));

    await page.goto(`${system.baseUrl}/console/settings?tab=lists`);
    await page.getByLabel('Hot').fill('Hot now');
    await pressOn(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('Nothing is changed yet.').waitFor();
    await hasFocus(page.locator('main *'));

    await pressOn(page.getByRole('link', { name: 'Jobs', exact: true }));
    await hasFocus(page.getByRole('main'));
    await page.setViewportSize({ width: 390, height: 800 });
    await pressOn(page.getByRole('button', { name: 'Open the navigation' }));
    await pressOn(page.getByRole('link', { name: 'Leads', exact: true }));
    await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
    await hasFocus(page.getByRole('main'));
    await page.close();
  });

  it('goes on in the form whose button waited for a response', async () => {
    const page = await signIn('operator', '/import');
    await toMatch(page);
    await typeInto(page.getByLabel('Save this mapping as'), 'Kept places');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Mapping saved as “Kept places”').waitFor();
    await hasFocus(page.getByRole('region', { name: 'Match' }).locator('*'));
    await page.close();
  });

  it('is asked before the page is loaded anew with a file that is not sent, also from the first step', async () => {
    const page = await signIn('operator', '/import');
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await toMatch(page);
    await pressOn(page.getByRole('button', { name: 'Back', exact: true }));
    await page.getByRole('region', { name: 'File' }).waitFor();
    await page.evaluate('setTimeout(() => location.reload())');
    await until(() => Promise.resolve(asked.join() === 'beforeunload'));
    await page.getByRole('link', { name: 'Leads', exact: true }).click();
    await page.getByRole('dialog', { name: 'Leave this screen?' }).waitFor();
    await page.close();
  });

  it('sees all columns of the leads at once, also where every name is very long', async () => {
    for (const [n, word] of ['Unbroken', 'In several words '].entries()) {
      const data = {
        name: word.repeat(12),
        company: `${word.repeat(9)} Ltd`,
        email: `${'address'.repeat(8)}.${n}@${'long'.repeat(12)}.example`,
      };
      await system.ask('POST', '/sync/leads', { source: 'csv', data });
    }
    const page = await signIn('viewer', '/leads');
    const list = page.getByRole('group', { name: 'Leads' });
    await list.getByRole('row').nth(2).waitFor();
    for (const width of [1_280, 1_920]) {
      await page.setViewportSize({ width, height: 900 });
      const tooWide = await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect([width, tooWide]).toEqual([width, 0]);
    }
    await page.close();
  });

  it('chooses the source of a file by its name, or writes one that the settings have added', async () => {
    const page = await signIn('operator', '/import');
    await toMatch(page);
    await continueTo(page, 'Review');
    const dryRun = page.getByRole('button', { name: 'Dry run', exact: true });
    const source = page.getByLabel('Source', { exact: true });
    expect(await source.locator('option').allTextContents()).toEqual(
      expect.arrayContaining(['CSV', 'Manual', 'Provider A']),
    );
    await source.selectOption('Another source');
    await until(async () => await dryRun.isDisabled());
    await page.getByLabel('Name of the source').fill('csv');
    await until(async () => await dryRun.isEnabled());
    await page.close();
  });

  it('is told how many leads a dry run would create, update and leave, before they are imported', async () => {
    const lead = (n: number, title = 'Clerk') => ({
      ...{ email: `dry.${n}@places.example`, name: `Dry ${n}`, company: `Dry ${n} Ltd`, title },
    });
    const send = async (leads: readonly object[], options: object): Promise<string> => {
      const job = await system.ask('POST', '/sync/leads/bulk', {
        source: 'csv',
        leads,
        batch_options: options,
      });
      return String(job['job_id']);
    };
    await send([lead(1), lead(2)], {});
    await until(
      async () => Object((await system.ask('GET', '/leads?q=places.example'))['pagination'])['total'] === 2,
    );
    const jobId = await send([lead(1), lead(2, 'Director'), lead(3), { email: 'none' }], { dry_run: true });
    const page = await signIn('operator', `/jobs/${jobId}`);
    await page.getByText('1 created, 1 updated, 1 left as they are').waitFor();
    await page.getByRole('button', { name: 'Import 2 leads' }).waitFor();
    await page.close();
  });
}
