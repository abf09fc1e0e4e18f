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
    const lead = (n: number, phone = '') => ({
      ...{ email: `dry.${n}@places.example`, name: `Dry ${n}`, company: `Dry ${n} Ltd`, phone },
    });
    const send = async (leads: readonly object[], options: object): Promise<string> => {
      await system.ask('POST', '/sync/leads/bulk', { source: 'csv', leads, batch_options: options });
      const { jobs } = await system.ask('GET', '/jobs?type=bulk_import&limit=1');
      return String(Object(jobs)[0].job_id);
    };
    await send([lead(1), lead(2)], {});
    const jobId = await send([lead(1), lead(2, '+1 202 555 0171'), lead(3), { email: 'none' }], {
      dry_run: true,
    });
    const page = await signIn('operator', `/jobs/${jobId}`);
    await page.getByText('1 created, 1 updated, 1 left as they are').waitFor();
    await page.getByRole('button', { name: 'Import 2 leads' }).waitFor();
    await page.close();
  });

  it('filters a list by the sources that there are or another one, and is told whether nothing is there or matches', async () => {
    const page = await signIn('admin', '/errors');
    await page.getByText('There are no errors.').waitFor();
    await page.goto(`${system.baseUrl}/console/errors?code=NONE`);
    await page.getByText('Nothing matches. Clear a filter.').waitFor();
    await page.goto(`${system.baseUrl}/console/leads`);
    const choices = page.getByRole('dialog');
    await pressOn(page.getByRole('button', { name: 'Filter', exact: true }));
    await pressOn(choices.getByRole('button', { name: 'Source' }));
    await pressOn(choices.getByRole('button', { name: 'Provider C' }));
    await page.getByText('No leads match.', { exact: false }).waitFor();
    await pressOn(page.getByRole('button', { name: 'Source: Provider C' }));
    await pressOn(choices.getByRole('button', { name: 'Another source' }));
    await page.getByRole('textbox', { name: 'Source' }).fill('csv');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Source: CSV' }).waitFor();
    await page.close();
  });

  it('reads why something was refused until it is changed', async () => {
    const page = await signIn('admin', '/settings?tab=defaults');
    const country = page.getByLabel('Default country');
    const refusal = page.getByRole('alert').filter({ hasText: 'default country' });
    const before = await country.inputValue();
    await country.fill('Nowhere');
    await pressOn(page.getByRole('button', { name: 'Save', exact: true }));
    await refusal.waitFor();
    await country.and(page.locator('[aria-invalid=true]')).waitFor();
    await country.fill(before);
    await page.getByText('Nothing is changed yet.').waitFor();
    await refusal.waitFor({ state: 'detached' });
    expect(await page.locator('[aria-invalid=true]').count()).toBe(0);

    await page.goto(`${system.baseUrl}/console/opt-outs`);
    await page.getByRole('button', { name: 'Add an opt-out' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Phone').fill('12');
    await dialog.getByLabel('Source').fill('Nowhere');
    await dialog.getByRole('button', { name: 'Record opt-out' }).click();
    await dialog.locator('[aria-invalid=true]').first().waitFor();
    const faulty = dialog.locator('[aria-invalid=true]').first();
    await faulty.fill('');
    await dialog.locator('[aria-invalid=true]').waitFor({ state: 'detached' });
    await page.close();
  });

  it('sees what somebody else has saved meanwhile, beside what is typed', async () => {
    const page = await signIn('admin', '/settings?tab=lists');
    const other = await browser.newPage();
    await other.goto(`${system.baseUrl}/console/settings?tab=lists`);
    const before = await page.getByLabel('Hot').inputValue();
    await page.getByLabel('Hot').fill('Mine');
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('row', { name: `hot ${before} Mine` }).waitFor();
    await other.getByLabel('Hot').fill('Theirs');
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('row', { name: 'hot Theirs Mine' }).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await other.getByLabel('Hot').fill(before);
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await other.getByText('Nothing is changed yet.').waitFor();
    await other.close();
    await page.close();
  });

  it('chooses among the events of deliveries and the actions of the audit', async () => {
    const { id } = await system.ask('POST', '/webhooks', {
      url: 'https://hooks.example.com/chosen',
      events: ['lead.created'],
    });
    const page = await signIn('admin', `/webhooks/${String(id)}`);
    const choices = page.getByRole('dialog');
    await pressOn(page.getByRole('button', { name: 'Filter', exact: true }));
    await pressOn(choices.getByRole('button', { name: 'Event' }));
    await pressOn(choices.getByRole('button', { name: 'webhook.test' }));
    await page.getByRole('button', { name: 'Event: webhook.test' }).waitFor();
    await page.goto(`${system.baseUrl}/console/audit`);
    await pressOn(page.getByRole('button', { name: 'Filter', exact: true }));
    await pressOn(choices.getByRole('button', { name: 'Action' }));
    await pressOn(choices.getByRole('button', { name: 'Webhook created' }));
    await page.getByRole('button', { name: 'Action: Webhook created' }).waitFor();
    await page.getByText('hooks.example.com/chosen', { exact: false }).first().waitFor();
    await page.close();
  });

  it('sees lines in the place of the imports until they are read, and is not told before that nothing needs attention', async () => {
    const page = await signIn('admin', '/leads');
    await page.route(/\/api\/v1\/(?:analytics|webhooks)/u, () => undefined);
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    const imports = page.getByRole('region', { name: 'Imports' });
    await imports.getByRole('status').getByText('Loading the imports …').waitFor({ state: 'attached' });
    expect(await page.getByText('Nothing needs attention.').count()).toBe(0);
    await page.unrouteAll();
    await page.reload();
    await page.getByText('Nothing needs attention.').waitFor();
    await page.close();
  });

  it('is told in words that nothing is filled in, and records an opt-out once with three quick presses', async () => {
    const { lead_id: leadId } = await system.ask('POST', '/sync/leads', {
      source: 'csv',
      data: { email: 'deal@places.example', name: 'Deal Places', company: 'Places Ltd' },
    });
    await system.ask('PUT', `/leads/${String(leadId)}/status`, { status: 'researching' });
    await system.ask('PUT', `/leads/${String(leadId)}/status`, { status: 'contacted' });
    await system.ask('PUT', `/leads/${String(leadId)}/status`, { status: 'engaged' });
    const criteria = ['pain_points', 'qualified_services', 'budget_range', 'timeframe'];
    const made = await system.ask('POST', `/prospects/convert/${String(leadId)}`, {
      qualification_data: Object.fromEntries([
        ...criteria.map((name) => [name, 'Known']),
        ['decision_maker', true],
        ['fit_score', 80],
      ]),
      conversion_options: { create_opportunity: true },
      opportunity_data: { value: 1, probability: 1, expected_close_date: '2027-03-31' },
    });
    const page = await signIn('operator', `/opportunities/${String(made['opportunity_id'])}`);
    await pressOn(page.getByRole('button', { name: 'Change' }));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Change' }).click();
    await dialog.getByRole('alert').getByText('Nothing is filled in yet').waitFor();
    await dialog.getByLabel('Competitors').fill('Nobody');
    await dialog.getByRole('alert').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('row', { name: 'Competitors Nobody' }).waitFor();

    await page.goto(`${system.baseUrl}/console/opt-outs`);
    let sent = 0;
    page.on('request', (request) => {
      // A look-up has no key.
      sent += request.headers()['idempotency-key'] === undefined ? 0 : 1;
    });
    await pressOn(page.getByRole('button', { name: 'Add an opt-out' }));
    await typeInto(dialog.getByLabel('Email'), 'quick@places.example');
    await Promise.all(['Enter', 'Enter', 'Enter'].map((key) => page.keyboard.press(key)));
    await page.getByRole('cell', { name: 'quick@places.example' }).waitFor();
    expect(sent).toBe(1);
    await page.close();
  });

  it('sees why a webhook fails, need not wait for its next attempt, and sends again what failed', async () => {
    // Nothing listens there.
    const url = 'http://127.0.0.1:9/failing';
    const { id } = await system.ask('POST', '/webhooks', { url, events: ['lead.created'] });
    await system.ask('POST', '/sync/leads', { source: 'csv', data: { email: 'fails@places.example' } });
    const page = await signIn('operator', `/webhooks/${String(id)}`);
    const row = page.getByRole('row', { name: /lead\.created Failing.* The connection was refused/u });
    await row.waitFor();
    await pressOn(row.getByRole('button', { name: /^Send the delivery .* again$/u }));
    await page.getByText('It is sent again.').waitFor();

    const actions = page.getByRole('button', { name: `Actions for ${url}` });
    await pressOn(actions);
    await page.getByRole('menuitem', { name: 'Send failed again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send failed again' });
    await dialog.getByLabel('Failed since').fill('2026-01-31T09:00');
    await pressOn(dialog.getByRole('button', { name: 'Send again' }));
    await page.getByText('There is nothing to send.').waitFor();
    await pressOn(actions);
    await page.getByRole('menuitem', { name: 'Replay' }).click();
    const replay = page.getByRole('dialog', { name: 'Replay' });
    await replay.getByLabel('From').fill('2026-01-31T09:00');
    await replay.getByLabel('To').fill('2099-01-31T09:00');
    await pressOn(replay.getByRole('button', { name: 'Send again' }));
    await page.getByText(/^[1-9]\d* events? sent again\.$/u).waitFor();

    await pressOn(actions);
    await page.getByRole('menuitem', { name: 'Replace a leaked secret' }).click();
    await pressOn(page.getByRole('dialog').getByRole('button', { name: 'Replace it now' }));
    await page.getByText('It is shown only once.').waitFor();
    expect(await page.getByText('Old secret signs until').count()).toBe(0);
    await system.ask('PATCH', `/webhooks/${String(id)}`, { active: false });
    await pressOn(page.getByRole('button', { name: /^Send the delivery .* again$/u }).first());
    const refusal = page.getByRole('alert').filter({ hasText: 'The webhook is switched off: switch it on' });
    await refusal.getByText('Refused', { exact: true }).waitFor();
    await system.ask('PATCH', `/webhooks/${String(id)}`, { active: true });
    await page.goto(`${system.baseUrl}/console/webhooks`);
    await page.getByRole('row', { name: new RegExp(`${url} .*On`, 'u') }).waitFor();
    await system.ask('DELETE', `/webhooks/${String(id)}`);
    await page.close();
  });

  it('asks once what an undo would do, however long the question is open', async () => {
    const data = { email: 'undone@places.example', company: 'Undone Ltd' };
    await system.ask('POST', '/sync/leads/bulk', { source: 'csv', leads: [data] });
    const page = await signIn('operator', '/jobs?type=bulk_import');
    await page.getByRole('table').getByRole('link').first().click();
    let asked = 0;
    page.on('request', (request) => {
      asked += request.method() === 'POST' && request.url().endsWith('/undo') ? 1 : 0;
    });
    await pressOn(page.getByRole('button', { name: 'Undo import' }));
    const dialog = page.getByRole('dialog', { name: 'Undo import' });
    await dialog.getByRole('button', { name: 'Undo 1 lead' }).waitFor();
    // The dry run is itself a job that has changed, as this import is; jobs are read again within five seconds.
    await system.ask('POST', '/sync/leads/bulk', { source: 'csv', leads: [data] });
    await page.waitForTimeout(8_000);
    expect(asked).toBe(1);
    await page.close();
  });

  it('scrolls in one direction alone at 320 px, to which a window of 1,280 px comes at 400 %', async () => {
    const page = await signIn('admin', '/');
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of ['/', '/import', '/leads', '/jobs', '/psa', '/webhooks', '/settings']) {
      await page.goto(`${system.baseUrl}/console${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const tooWide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect([path, tooWide]).toEqual([path, 0]);
    }
    await page.close();
  });
}
