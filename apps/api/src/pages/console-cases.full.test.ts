import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startServerProxy, until } from '@leadbridge/devkit';
import { connectMongo } from '@leadbridge/store';
import type { Page } from 'playwright-core';

import { browserProgram, startBrowser, type TestBrowser } from './testing/browser.js';
import { startConsoleSystem, type ConsolePerson, type ConsoleSystem } from './testing/console-system.js';
import { chooseFile, continueTo } from './testing/import-in-browser.js';
import { pressOn, typeInto } from './testing/keyboard.js';
import { faultsOf, prepareLooks } from './testing/screen-faults.js';
import { signInAt } from './testing/sign-in.js';
import { signOutOf } from './testing/sign-out.js';
import { takePictures } from './testing/take-picture.js';
import { watchTransferred } from './testing/transferred.js';

if (browserProgram === null) {
  it('runs no browser: this machine has no chromium', () => {
    expect(browserProgram).toBeNull();
  });
} else {
  describe('the console in a browser', inBrowser);
}

/** The name of the link has the number of jobs in it while any runs. */
const jobsLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: /^Jobs/u });

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
    await signInAt(page, `${origin}/console${path}`, person);
    await page.getByRole('navigation').waitFor();
    return page;
  }

  /** As another admin would; a key may not. */
  async function changeRole({ email }: ConsolePerson, role: string): Promise<void> {
    const mongo = await connectMongo(system.mongodbUri);
    await mongo.collection('users').updateOne({ email }, { $set: { role } });
    await mongo.close();
  }

  it('an operator decides on the client of a company whose name and domain differ', async () => {
    const [named, owner] = ['Named', 'Owner'].map((name) =>
      system.simulator.seedClient({ name, website: `https://${name.toLowerCase()}.example` }),
    );
    const { job_id: jobId } = await system.ask('POST', '/mirror/rebuild', {});
    await until(async () => (await system.ask('GET', `/jobs/${String(jobId)}`))['status'] === 'completed');
    await system.ask('PUT', '/config', { company_matching: 'domain' });
    await until(async () => {
      const planned = await system.ask('POST', '/sync/leads', {
        source: 'csv',
        data: { email: 'bo@owner.example', name: 'Bo Example', company: 'Unheard of' },
        options: { dry_run: true },
      });
      return Object(planned['company_match'])['rule'] === 'domain';
    });
    const { lead_id: leadId } = await system.ask('POST', '/sync/leads', {
      source: 'csv',
      data: { email: 'ada@owner.example', name: 'Ada Example', company: 'Named' },
    });

    const page = await signIn(await system.addPerson('operator'), '/');
    await page.getByRole('navigation').getByRole('link', { name: 'Company matches', exact: false }).waitFor();
    await page.getByText('Companies whose client somebody has to decide on: 1.').waitFor();
    await pressOn(page.getByRole('link', { name: 'Decide', exact: true }));
    await page.getByRole('heading', { name: 'Company matches', level: 1 }).waitFor();
    await page.getByText('Its name fits one client, its domain another').waitFor();
    await page.getByText(`Named (client ${named}): same name, named.example`).waitFor();
    await page.getByRole('link', { name: `Lead ${String(leadId)}` }).waitFor();
    await prepareLooks(page);
    expect(await faultsOf(page, 'a company match')).toEqual([]);
    // The list is read anew, without the entry and its buttons, before the number in the navigation is.
    await page.route(/company-matches\?.*limit=1$/u, async (route) => {
      await page.waitForTimeout(1_000).then(async () => route.continue());
    });
    await pressOn(page.getByRole('button', { name: `Use Owner (${owner})` }));
    await page.getByText('No company waits for a decision.').waitFor();
    await page.getByText(`Named: Uses Owner (client ${owner}).`).waitFor();
    await page.goto(`${system.baseUrl}/console/company-matches?status=decided`);
    await page.getByRole('cell', { name: `Uses Owner (client ${owner})` }).waitFor();

    const viewer = await signIn(await system.addPerson('viewer'), '/company-matches');
    await viewer.getByRole('cell', { name: `Uses Owner (client ${owner})` }).waitFor();
    expect(await viewer.getByRole('button', { name: /Use |Separate/u }).count()).toBe(0);
    await viewer.close();
    await page.close();
  });

  it('a role that was taken away says so at the next refusal, and offers no more than is left', async () => {
    const operator = await system.addPerson('operator');
    const page = await signIn(operator, '/webhooks');
    await pressOn(page.getByRole('button', { name: 'Add a webhook' }));
    await typeInto(page.getByLabel('Target'), 'https://hooks.example.com/kept');
    await typeInto(page.getByRole('combobox', { name: 'Events' }), 'lead.created');
    await page.keyboard.press('Enter');
    await changeRole(operator, 'viewer');
    // The service knows it within a second.
    const role = "fetch('/api/v1/auth/session').then((r) => r.json()).then(({ user }) => user.role)";
    await until(async () => (await page.evaluate(role)) === 'viewer');
    await pressOn(page.locator('[role=dialog] button[type=submit]'));
    await page.getByText('Your role is “viewer” now.', { exact: false }).waitFor({ timeout: 60_000 });
    await page.locator('main').getByRole('button', { name: 'Add a webhook' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Import', exact: true }).waitFor({ state: 'detached' });
    await page.goto(`${system.baseUrl}/console/import`);
    await page.getByText("Your role can't open this screen.").waitFor();
    expect(await page.locator('main').getByRole('button').count()).toBe(0);
    await page.close();
  });

  it('another person who signs in in a second tab is shown nothing of the first', async () => {
    const first = await signIn(await system.addPerson('operator'), '/leads');
    await first.getByRole('link', { name: 'Import', exact: true }).waitFor();
    const second = await signIn(await system.addPerson('viewer'), '/leads');
    await first.bringToFront();
    // A browser that is not watched does not tell the page itself.
    await first.evaluate("dispatchEvent(new Event('visibilitychange'))");
    await first.getByRole('button', { name: 'A viewer' }).waitFor();
    expect(await first.getByRole('link', { name: 'Import', exact: true }).count()).toBe(0);
    await Promise.all([first.close(), second.close()]);
  });

  it('a file that changes between reading and sending is not sent as it was, and can be chosen again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leadbridge-file-'));
    const path = join(folder, 'changing.csv');
    await writeFile(path, 'Email;Name\nold@example.com;Ada Old\n');
    const page = await signIn(await system.addPerson('operator'), '/import');
    const choose = async (): Promise<void> => {
      await page.setInputFiles('input[type=file]', path);
      await page.getByText('1 lead in 2 columns.').waitFor();
      await continueTo(page, 'Match');
      await continueTo(page, 'Review');
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

  it('while the service is away, says so; what was opened meanwhile opens by itself once it is back', async () => {
    const way = await startServerProxy(system.baseUrl);
    const page = await signIn(await system.addPerson('operator'), '/', `http://${way.host}`);
    const away = page.getByText('The service is away, trying again.', { exact: false });
    try {
      await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
      await page.evaluate("globalThis.stayed = 'yes'");
      way.cut();
      // Neither is loaded yet: the screen, the menu.
      await pressOn(page.getByRole('link', { name: 'Leads', exact: true }));
      await away.waitFor();
      expect(new URL(page.url()).pathname).toBe('/console/leads');
      await pressOn(page.getByRole('button', { name: 'An operator' }));
      await jobsLink(page).waitFor();
      await way.restore();
      await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
      await away.waitFor({ state: 'detached' });
      const styles =
        "[...document.styleSheets].filter(({ href }) => href?.includes('/later-styles-')).length";
      expect(await page.evaluate(styles)).toBe(1);
      await page.keyboard.press('Escape');

      way.cut();
      // Nobody has asked for anything meanwhile.
      await away.waitFor();
      await page.getByRole('textbox', { name: 'Name, email', exact: false }).fill('nobody');
      await page.getByRole('alert').getByText('The service is away').waitFor();
      await away.waitFor();
      await way.restore();
      await page.getByText('No leads match.', { exact: false }).waitFor();
      await page.getByRole('alert').waitFor({ state: 'detached' });
      expect(await page.evaluate('globalThis.stayed')).toBe('yes');
    } finally {
      await page.close();
      way.close();
    }
  });

  it('a sign-out that fails says so, and is not taken for one', async () => {
    const page = await signIn(await system.addPerson('operator'), '/');
    await page.route('**/api/v1/auth/logout', (route) => route.fulfill({ status: 500, json: {} }));
    await signOutOf(page);
    await page.getByText('The sign-out failed, and you may still be signed in.', { exact: false }).waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    await page.unrouteAll();
    await signOutOf(page);
    await page.locator('[name=email]').waitFor();
    await page.close();
  });

  it('a screen that a newer version has no more is looked for in the new page, once, and then reported', async () => {
    const page = await signIn(await system.addPerson('operator'), '/');
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    let asked = 0;
    await page.route(/\/assets\/jobs-[\w-]+\.js$/u, async (route) => {
      asked += 1;
      await route.fulfill({ status: 404 });
    });
    await jobsLink(page).click();
    await page.getByText('A part of the console could not be loaded.').waitFor();
    await page.getByRole('navigation').waitFor();
    // Twice before the page was loaded again, and twice after it; a look ahead at the link is one more.
    expect(asked).toBeGreaterThanOrEqual(4);
    await page.unrouteAll();
    await pressOn(page.getByRole('button', { name: 'Try again' }));
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
    await page.close();
  });

  it('the first page takes at most 200 kB, with every response to its requests', async () => {
    const admin = await system.addPerson('admin');
    const page = await signIn(admin, '/');
    await page.getByText('Leads imported').waitFor();
    const received = await watchTransferred(page);
    await page.goto(`${system.baseUrl}/console/`);
    for (const text of ['Leads imported', 'Getting started', 'PSA requests left']) {
      await page.getByText(text, { exact: true }).waitFor();
    }
    await until(() => Promise.resolve(received.isIdle()));
    const sizes = [...received.byPath()].sort(([, left], [, right]) => right - left);
    expect(sizes.length).toBeGreaterThan(10);
    const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
    // With the sizes, where there is something to look for.
    expect(total <= 200_000 ? [] : [total, ...sizes]).toEqual([]);
    await page.close();
  });

  it('a list is sorted by the heads of its columns, on a phone by a choice, which the address keeps', async () => {
    for (const name of ['Zoe Sorted', 'Ada Sorted', 'Max Sorted']) {
      const email = `${name.toLowerCase().replace(' ', '.')}@sorted.example`;
      await system.ask('POST', '/sync/leads', { source: 'csv', data: { email, name, company: 'Sorted' } });
    }
    const page = await signIn(await system.addPerson('viewer'), '/leads?q=sorted.example');
    const names = async (): Promise<string[]> => page.locator('tbody td[data-label=Lead]').allTextContents();
    const head = page.getByRole('columnheader', { name: 'Lead' });
    await until(async () => (await names()).length === 3);
    await pressOn(head.getByRole('button'));
    expect(await names()).toEqual(['Ada Sorted', 'Max Sorted', 'Zoe Sorted']);
    await pressOn(head.getByRole('button'));
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    await page.reload();
    await until(async () => (await names()).join() === 'Zoe Sorted,Max Sorted,Ada Sorted');

    const choice = page.getByRole('combobox', { name: 'Sort by' });
    expect(await choice.isVisible()).toBe(false);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await head.isVisible()).toBe(false);
    expect(await choice.inputValue()).toBe('-Lead');
    await choice.selectOption('Lead, ascending');
    expect(await names()).toEqual(['Ada Sorted', 'Max Sorted', 'Zoe Sorted']);
    expect(new URL(page.url()).searchParams.get('sort')).toBe('Lead');
    await page.close();
  });

  it('a name and a company of a hundred letters without a blank leave all columns of a list in sight, and fit into a dialog', async () => {
    const data = { name: 'Unbroken'.repeat(12), email: 'long@unbroken.example', company: 'Ltd'.repeat(33) };
    await system.ask('POST', '/sync/leads', { source: 'csv', data });
    const page = await signIn(await system.addPerson('operator'), '/leads?q=unbroken.example');
    await page.getByRole('cell', { name: 'long@unbroken.example' }).waitFor();
    const list = page.getByRole('group', { name: 'Leads' });
    expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.goto(`${system.baseUrl}/console/opt-outs`);
    await page.getByRole('button', { name: 'Add an opt-out' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill('long@unbroken.example');
    await dialog.getByRole('button', { name: 'Look up' }).click();
    await dialog.getByText('UnbrokenUnbroken').waitFor();
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.close();
  });

  it('Escape closes the search, and the navigation on a phone, whose button then has the focus', async () => {
    const page = await signIn(await system.addPerson('viewer'), '/jobs');
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog').getByRole('combobox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('lea');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 390, height: 800 });
    await pressOn(page.getByRole('button', { name: 'Open the navigation' }));
    await page.getByRole('link', { name: 'Leads', exact: true }).focus();
    await page.keyboard.press('Escape');
    await page.getByRole('navigation').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Open the navigation' }).and(page.locator(':focus')).waitFor();
    await page.close();
  });

  it('settings that are refused say so beside the field and in sight of the button, on each tab', async () => {
    const page = await signIn(await system.addPerson('admin'), '/settings?tab=lists');
    await page.getByLabel('Hot').fill('  ');
    await pressOn(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByLabel('Hot').and(page.locator('[aria-invalid=true]:focus')).waitFor();
    const refusal = page.getByRole('alert').filter({ hasText: 'lists.hot' });
    for (const tab of ['Lists', 'Defaults']) {
      await page.getByRole('tab', { name: tab }).click();
      expect(await refusal.evaluate((each) => each.getBoundingClientRect().bottom)).toBeLessThan(900);
    }
    await page.getByRole('link', { name: 'Leads', exact: true }).click();
    await pressOn(page.getByRole('dialog').getByRole('button', { name: 'Back' }));
    await page.getByRole('button', { name: 'Discard' }).click();
    await refusal.waitFor({ state: 'detached' });
    await page.close();
  });

  it('an erasure names all leads of the person before it, also those under another email, and erases just them', async () => {
    const email = 'one@twofold.example';
    for (const data of [
      { email, name: 'Kim Twofold' },
      { email: 'two@twofold.example', name: 'Kim Twofold' },
      { email: 'other@twofold.example', name: 'Max Other' },
    ]) {
      await system.ask('POST', '/sync/leads', { source: 'csv', data: { ...data, company: 'Twofold Ltd' } });
    }
    const page = await signIn(await system.addPerson('admin'), '/erasure');
    await typeInto(page.getByLabel('Email, phone or lead ID'), email);
    await page.keyboard.press('Enter');
    const plan = page.getByRole('region', { name: 'What is erased' });
    const named = plan.getByRole('listitem').filter({ hasText: 'Kim' });
    await named.nth(1).waitFor();
    await plan.getByRole('row', { name: 'Leads 2' }).waitFor();
    await takePictures(page, 'erasure-plan');
    expect(await named.allTextContents()).toEqual([
      expect.stringMatching(/^Kim Twofold, /u),
      expect.stringMatching(/^Kim Twofold, /u),
    ]);
    await typeInto(page.getByLabel('Type', { exact: false }), email);
    await page.keyboard.press('Enter');
    await page.getByText('The person is erased from Leadbridge.').waitFor();
    const { leads } = await system.ask('GET', '/leads?q=twofold.example');
    expect(leads).toMatchObject([{ contact: { name: 'Max Other' } }]);
    await page.close();
  });

  it('what can be done with a row is behind “…”, by keyboard, and the focus comes back to it', async () => {
    await system.ask('POST', '/api-keys', { name: 'To be revoked', role: 'viewer' });
    const page = await signIn(await system.addPerson('admin'), '/api-keys');
    const menu = page.getByRole('button', { name: 'Actions for To be revoked' });
    await pressOn(menu);
    await page.getByRole('menuitem', { name: 'Rotate' }).waitFor();
    await prepareLooks(page);
    expect(await faultsOf(page, 'a menu')).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Requests with this key are rejected from now on.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await menu.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    await pressOn(menu);
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await pressOn(dialog.getByRole('button', { name: 'Revoke it' }));
    await page.getByRole('row', { name: 'To be revoked' }).getByText('Revoked', { exact: true }).waitFor();
    await page.close();
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
