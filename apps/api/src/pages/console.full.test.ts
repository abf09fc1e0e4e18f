import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { currentTestRun, startServerProxy } from '@leadbridge/devkit';
import type { Page } from 'playwright-core';

import { sampled } from '../../../../tests/support/sampled.js';
import { browserProgram, startBrowser, type TestBrowser } from './testing/browser.js';
import {
  codeOf,
  startConsoleSystem,
  type ConsolePerson,
  type ConsoleSystem,
} from './testing/console-system.js';
import { imported, importCorrected, importWithFaults } from './testing/import-in-browser.js';
import { importWhileAway } from './testing/import-while-away.js';
import { chooseFrom, pressOn, skipToContent, typeInto } from './testing/keyboard.js';
import type { Look } from './testing/looks.js';
import { faultsOf, prepareLooks, recordScreens } from './testing/screen-faults.js';
import { signInAt, signInByForm } from './testing/sign-in.js';
import { signOutOf } from './testing/sign-out.js';
import { takePicture, takePictures } from './testing/take-picture.js';
import { redeliverByHand } from './testing/webhook-in-browser.js';

let system: ConsoleSystem;

beforeAll(async () => {
  system = await startConsoleSystem();
});

afterAll(async () => {
  await system.stop();
});

describe('the files of the console', () => {
  const look = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(system.baseUrl + path, { redirect: 'manual', headers });

  async function scriptOf(page: string): Promise<string> {
    const text = await (await look(page)).text();
    return /src="(\/console\/assets\/[\w-]+\.js)"/u.exec(text)?.[1] ?? 'no script';
  }

  it('are one page for every screen, with a policy that allows only our own files', async () => {
    for (const path of [
      '/console',
      '/console/',
      '/console/jobs?status=failed',
      '/console/jobs/',
      '/console/leads/12',
    ]) {
      const response = await look(path);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(policy).toContain("default-src 'none'; script-src 'self';");
      expect(policy).not.toMatch(/unsafe|https?:/u);
      const nonce = /'nonce-([^']+)'/u.exec(policy)?.[1] ?? 'none';
      const text = await response.text();
      expect(text).toContain(`nonce="${nonce}"`);
      expect(text).not.toContain('%STYLE_NONCE%');
      expect(text).not.toMatch(/(?:src|href)="(?!\/console\/)/u);
    }
    const [one, other] = [await look('/console'), await look('/console')];
    expect(one.headers.get('content-security-policy')).not.toBe(other.headers.get('content-security-policy'));
  });

  it('return a page that says so, with status 404, for a path without a screen', async () => {
    for (const path of ['/console/nope', '/console/jobs/job_1/nope', '/console/screens.json']) {
      const response = await look(path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(await response.text()).toContain('<div id="root">');
    }
  });

  it('are at most 175 kB with the font, compressed, until the first screen shows', async () => {
    const page = await (await look('/console')).text();
    const names = [...page.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/gu)].map(
      ([, name]) => name ?? '',
    );
    expect(names.length).toBeGreaterThan(1);
    const sizes = await Promise.all(
      names.map(async (name) => {
        const { headers } = await look(name, { 'Accept-Encoding': 'br' });
        expect(headers.get('content-encoding')).toBe('br');
        return Number(headers.get('content-length'));
      }),
    );
    const font = await look('/console/assets/inter-4-latin.woff2');
    expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2']);
    sizes.push(Number(font.headers.get('content-length')));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(175_000);
  });

  it('are cached for a year, compressed if accepted, and reported if they no longer exist', async () => {
    const script = await scriptOf('/console');
    const response = await look(script, { 'Accept-Encoding': 'gzip' });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toContain('text/javascript');
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const plain = await look(script, { 'Accept-Encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(await response.text());
    for (const path of ['/console/assets/none.js', '/console/assets/..%2findex.html', '/console/assets/']) {
      const missing = await look(path, { 'Accept-Encoding': 'gzip' });
      expect([path, missing.status]).toEqual([path, 404]);
      expect(missing.headers.get('cache-control')).toBe('no-store');
      expect(missing.headers.get('content-encoding')).toBeNull();
    }
    expect((await fetch(`${system.baseUrl}/console`, { method: 'POST' })).status).toBe(404);
  });
});

if (browserProgram === null) {
  it('runs no browser: this machine has no chromium', () => {
    process.stdout.write('The console was not tested in a browser: there is no chromium here\n');
    expect(browserProgram).toBeNull();
  });
} else {
  describe('the console in a browser', inBrowser);
}

const screens = [
  ...['/', '/import', '/jobs', '/leads', '/prospects', '/opportunities', '/opt-outs', '/webhooks'],
  ...['/reconciliations', '/company-matches', '/psa'],
  ...['/errors', '/audit', '/people', '/api-keys', '/queues', '/erasure'],
  ...['/settings', '/settings?tab=lists', '/settings?tab=defaults', '/account'],
];

/** `/settings?tab=lists` is on `settings-lists`, and `/jobs/<id>` on `jobs-record`. */
function pictureOf(path: string): string {
  return path === '/' ? 'overview' : path.slice(1).replace('?tab=', '-').replace(/\/.*$/u, '-record');
}

function inBrowser(): void {
  let browser: TestBrowser;
  const origins = new Set<string>();

  beforeAll(async () => {
    browser = await startBrowser({ width: 1360, height: 900 });
  });

  afterAll(async () => {
    await browser.close();
  });

  async function signIn(
    page: Page,
    person: ConsolePerson,
    path = '',
    { origin = system.baseUrl, by = signInAt } = {},
  ): Promise<void> {
    await browser.context.clearCookies();
    origins.add(new URL(origin).host);
    await by(page, `${origin}/console${path}`, person);
  }

  /** Sets one up, and signs in with its codes. */
  async function signInBySecondFactor(page: Page, person: ConsolePerson, path: string): Promise<void> {
    await signIn(page, person, '/account');
    await page.getByRole('button', { name: 'Set up' }).click();
    const secret = (await page.locator('pre').textContent())?.replaceAll(' ', '') ?? '';
    await page.getByLabel('First code').fill(codeOf(secret));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await signOutOf(page);
    await page.locator('[name=email]').waitFor();

    await signIn(page, person, path, { by: signInByForm });
    await page.getByText('Type the code that your authenticator app shows.').waitFor();
    await page.fill('[name=code]', codeOf(secret, 1));
    await page.click('button[type=submit]');
  }

  it(`who signs in with a second factor imports a file: a file of ${imported.rows} rows with ${imported.faults} faults is mapped, told them, looked at as a dry run, imported, and what failed corrected and imported`, async () => {
    const page = await browser.newPage();
    const operator = await system.addPerson('operator');
    await signInBySecondFactor(page, operator, '/import');
    const table = await importWithFaults(page, system, takePictures);
    expect(table.split('\r\n').slice(0, 2)).toEqual([
      '\ufeffrow,Full name,Mail,Compnay,Notes,error,code,suggestion',
      expect.stringMatching(/^\d+,<img src=x onerror=alert\(1\)>,nonsense,One,'=1\+1,/u),
    ]);
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await importCorrected(page, system, table);
    await page.close();
  }, 600_000);

  it('a webhook is made, and what its receiver refused is sent again by hand', async () => {
    const page = await browser.newPage();
    await signIn(page, await system.addPerson('operator'), '/webhooks');
    await redeliverByHand(page);
    await takePictures(page, 'webhook');
    await page.close();
  });

  it("a lead shows its history, and the reasons for its fields' values", async () => {
    const page = await browser.newPage();
    const importFrom = (source: string, company: string) =>
      system.ask('POST', '/sync/leads', {
        source,
        data: { email: 'reason@example.com', name: 'Sam Example', company },
      });
    const { lead_id: leadId } = await importFrom('csv', 'Kept Ltd');
    await importFrom('manual', 'Offered Ltd');
    await signIn(page, await system.addPerson('viewer'), `/leads/${String(leadId)}`);
    await page.getByRole('heading', { name: 'Sam Example' }).waitFor();
    await page.getByText('1 other value').first().click();
    await page.getByText('by manual: imports never change this field').scrollIntoViewIfNeeded();
    await takePictures(page, 'lead-fields');
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByRole('listitem').nth(2).waitFor();
    await page.close();
  });

  it('a viewer is offered no import, no change and no admin screens', async () => {
    const page = await browser.newPage();
    await signIn(page, await system.addPerson('viewer'));
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    const offered = await page.locator('nav a').allTextContents();
    expect(offered).toEqual(expect.arrayContaining(['Leads', 'Jobs', 'Opt-outs']));
    expect(
      offered.filter((name) => ['Import', 'Errors', 'Audit', 'People', 'General'].includes(name)),
    ).toEqual([]);
    const leads = (await system.ask('GET', '/leads?limit=1'))['leads'] as { lead_id: number }[];
    for (const path of [`/leads/${leads[0]?.lead_id}`, '/webhooks', '/opt-outs', '/settings']) {
      await go(page, path);
      const buttons = await page.locator('main button').allTextContents();
      expect([path, buttons.filter((name) => /move|convert|opt out|call|add|save/iu.test(name))]).toEqual([
        path,
        [],
      ]);
    }
    await page.getByText("Your role can't open this screen.").waitFor();
    expect(await page.locator('main').getByRole('button').count()).toBe(0);
    await go(page, `/leads/${leads[0]?.lead_id}`);
    await takePictures(page, 'lead-viewer');
    await page.close();
  });

  it('a session that ends in another tab loses no input, and an invited user signs in', async () => {
    const page = await browser.newPage();
    const admin = await system.addPerson('admin');
    await signIn(page, admin, '/people');
    await skipToContent(page);
    await pressOn(page.getByRole('button', { name: 'Invite a person' }));
    await typeInto(page.getByLabel('Email'), 'new.person@example.com');
    await typeInto(page.getByLabel('Name'), '<script>alert(1)</script>');
    await chooseFrom(
      page.getByRole('dialog').getByRole('combobox'),
      page.getByRole('option', { name: /Viewer/u }),
    );
    const otherTab = await browser.newPage();
    await otherTab.goto(`${system.baseUrl}/console/jobs`);
    await signOutOf(otherTab);
    await otherTab.locator('[name=email]').waitFor();
    // The stream of changes reports it, before any request is sent.
    await page.getByText('Your session has ended').waitFor({ timeout: 60_000 });
    await page.locator('[name=password]').fill(admin.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Your session has ended').waitFor({ state: 'hidden' });
    await page.locator('[role=dialog] button[type=submit]').click();
    await page.getByText('new.person@example.com', { exact: true }).waitFor();
    expect(await page.getByText('<script>alert(1)</script>').count()).toBe(1);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const shownLink = page.locator('pre').innerText();
    await takePictures(page, 'invitation');
    await page.close();

    const link = await shownLink;
    await otherTab.goto(link);
    await typeInto(otherTab.locator('[name=password]'), 'a pass phrase of the test');
    await pressOn(otherTab.getByRole('button', { name: 'Create account' }));
    await otherTab.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await otherTab.goto(link);
    await otherTab.reload();
    await otherTab.getByText('This link has expired or was used.').waitFor();
    expect(await otherTab.locator('form').count()).toBe(0);
    const invited = { email: 'new.person@example.com', password: 'a pass phrase of the test' };
    await signIn(otherTab, invited, '/sign-in?to=/docs/plain', { by: signInByForm });
    await otherTab.waitForURL(`${system.baseUrl}/docs/plain`);
    await otherTab.close();
  });

  it('no screen has an accessibility problem, a badge that is cut off, or more width than its window: light and dark, 390 and 1360 px', async () => {
    const page = await browser.newPage();
    const admin = await system.addPerson('admin');
    const records = await recordScreens(system);
    await browser.context.clearCookies();
    await page.goto(`${system.baseUrl}/console`);
    await page.locator('[name=email]').waitFor();
    await prepareLooks(page);
    const found = [
      ...(await faultsOf(page, 'the sign-in', ({ form }) => takePicture(page, `sign-in-${form}`))),
    ];
    await signInBySecondFactor(page, admin, '');
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await prepareLooks(page);
    const paths = [...screens, ...records, '/not-found'];
    const inAllLooks = currentTestRun().screenshots ? paths : sampled(paths, 10);
    for (const path of paths) {
      await go(page, path);
      const seen = ({ form }: Look) => takePicture(page, `${pictureOf(path)}-${form}`);
      found.push(...(await faultsOf(page, path, seen, inAllLooks.includes(path) ? 'all' : 'main')));
    }
    expect(found).toEqual([]);
    await page.close();
  });

  it('a file that is sent while the service is unavailable is kept, and imported once', async () => {
    const way = await startServerProxy(system.baseUrl);
    const page = await browser.newPage();
    try {
      await signIn(page, await system.addPerson('operator'), '/import', {
        origin: `http://${way.host}`,
      });
      await importWhileAway(page, system, way);
    } finally {
      await page.close();
      way.close();
    }
  });

  it('an admin checks the PSA, and sees how its budget was used', async () => {
    const page = await browser.newPage();
    await signIn(page, await system.addPerson('admin'), '/psa');
    await page.getByText('The connection was not checked within the last 30 days.').waitFor();
    await page.getByRole('img', { name: /^Most used requests by priority, minute by minute/u }).waitFor();
    await pressOn(page.getByRole('button', { name: 'Check now' }));
    await page.getByText(/^The PSA has what jobs need\. \d+ checks passed\.$/u).waitFor({ timeout: 30_000 });
    await page
      .getByRole('list', { name: 'Checks' })
      .getByText('the PSA responds and accepts the credentials')
      .waitFor();
    await page.close();
  });

  /** Opens another screen without reloading the page, and waits until it shows something. */
  async function go(page: Page, path: string): Promise<void> {
    // The screen before stays until the next one is loaded.
    await page.evaluate(`{
      const before = location.pathname.replace(/\\/$/u, '');
      history.pushState({}, '', '/console${path}');
      if (before !== location.pathname.replace(/\\/$/u, '')) {
        document.querySelector('main h1, main [role=alert]')?.setAttribute('data-left', '');
      }
      dispatchEvent(new PopStateEvent('popstate'));
    }`);
    await page.locator(':is(main h1, main [role=alert]):not([data-left])').first().waitFor();
    await page.locator('main .skeleton').first().waitFor({ state: 'hidden' });
  }

  it('an import is undone, row by row', async () => {
    const page = await browser.newPage();
    const jobs = (await system.ask('GET', '/jobs?type=bulk_import'))['jobs'] as {
      job_id: string;
      dry_run?: true;
    }[];
    // The newest are those of the corrected rows and of the service that was unavailable, which stay.
    const [, corrected, first] = jobs.filter((job) => job.dry_run === undefined).map(({ job_id: id }) => id);
    expect(corrected).toEqual(expect.any(String));
    await signIn(page, await system.addPerson('operator'), `/jobs/${first}`);
    await pressOn(page.getByRole('table').getByRole('link').first());
    await page.getByRole('region', { name: 'Timeline' }).waitFor();
    await page.goBack();
    await pressOn(page.getByRole('button', { name: 'Undo import' }));
    const confirm = page.getByRole('dialog').getByRole('button', { name: /^Undo [\d,]+ leads$/u });
    await confirm.waitFor({ timeout: 60_000 });
    await pressOn(confirm);
    await page.getByRole('heading', { name: /^Undo of /u, level: 1 }).waitFor();
    const all = imported.rows.toLocaleString('en');
    await page.getByText(`${all} of ${all} done`).waitFor({ timeout: 60_000 + imported.rows * 300 });
    await page.getByText('Undone', { exact: true }).first().waitFor();
    await page.getByText('Company 1', { exact: true }).first().waitFor();
    await takePictures(page, 'undo');
    expect((await system.ask('GET', '/leads?limit=1'))['pagination']).toMatchObject({
      // Plus those of the other imports.
      total: imported.faults + 4,
    });
    await page.close();
  }, 600_000);

  it('the error log names the row, the person and the company of what failed', async () => {
    const page = await browser.newPage();
    await signIn(page, await system.addPerson('admin'), '/errors');
    await page
      .getByText(/^Row \d+: Wrong, Broken 0$/u)
      .first()
      .waitFor();
    await page.close();
  });

  it('no request went to other hosts, and no policy was violated', () => {
    expect([...browser.hosts].sort()).toEqual([...origins].sort());
    expect(browser.faults).toEqual([]);
  });
}
