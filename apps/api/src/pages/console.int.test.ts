import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

import { browserProgram, startBrowser, type TestBrowser } from './testing/browser.js';
import {
  codeOf,
  startConsoleSystem,
  type ConsolePerson,
  type ConsoleSystem,
} from './testing/console-system.js';
import { chooseFile, imported, importCorrected, importWithFaults } from './testing/import-in-browser.js';
import { takePicture } from './testing/take-picture.js';
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

  it('are one page for every screen, under a policy that lets in our own files alone', async () => {
    for (const path of [
      '/console',
      '/console/',
      '/console/jobs?status=failed',
      '/console/jobs/',
      '/console/leads/12',
    ]) {
      const answer = await look(path);
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(policy).toContain("default-src 'none'; script-src 'self';");
      expect(policy).not.toMatch(/unsafe|https?:/u);
      const nonce = /'nonce-([^']+)'/u.exec(policy)?.[1] ?? 'none';
      const text = await answer.text();
      expect(text).toContain(`nonce="${nonce}"`);
      expect(text).not.toContain('%STYLE_NONCE%');
      expect(text).not.toMatch(/(?:src|href)="(?!\/console\/)/u);
    }
    const [one, other] = [await look('/console'), await look('/console')];
    expect(one.headers.get('content-security-policy')).not.toBe(other.headers.get('content-security-policy'));
  });

  it('are a page that says so, with the status 404, for an address that is no screen', async () => {
    for (const path of ['/console/nope', '/console/jobs/job_1/nope', '/console/screens.json']) {
      const answer = await look(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(await answer.text()).toContain('<div id="root">');
    }
  });

  it('are at most 250 kB, compressed, until the first screen shows', async () => {
    const page = await (await look('/console')).text();
    const names = [...page.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/gu)].map(
      ([, name]) => name ?? '',
    );
    expect(names.length).toBeGreaterThan(1);
    const sizes = await Promise.all(
      names.map(async (name) => {
        const { headers } = await look(name, { 'Accept-Encoding': 'gzip' });
        expect(headers.get('content-encoding')).toBe('gzip');
        return Number(headers.get('content-length'));
      }),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(250_000);
  });

  it('are kept for a year, compressed for who takes it, and told of where they are gone', async () => {
    const script = await scriptOf('/console');
    const answer = await look(script, { 'Accept-Encoding': 'gzip' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toContain('text/javascript');
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    const plain = await look(script, { 'Accept-Encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(await answer.text());
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
  ...['/reconciliations', '/psa'],
  ...['/errors', '/audit', '/access', '/access?tab=keys', '/settings', '/account'],
];

/** Serious findings, each with the element; and by how much the page is wider than its window. */
const findFaults = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => [
  violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, any }) => id + ' ' + html.slice(0, 160) + ' ' + (any[0]?.message ?? ''))),
  document.documentElement.scrollWidth - document.documentElement.clientWidth,
])`;

function inBrowser(): void {
  let browser: TestBrowser;

  beforeAll(async () => {
    browser = await startBrowser({ width: 1440, height: 900 });
  });

  afterAll(async () => {
    await browser.close();
  });

  async function signIn(page: Page, person: ConsolePerson, path = ''): Promise<void> {
    await browser.context.clearCookies();
    await page.goto(`${system.baseUrl}/console${path}`);
    await page.fill('[name=email]', person.email);
    await page.fill('[name=password]', person.password);
    await page.click('button[type=submit]');
  }

  /** Sets one up, and signs in with its codes. */
  async function signInBySecondFactor(page: Page, person: ConsolePerson, path: string): Promise<void> {
    await signIn(page, person, '/account');
    await page.getByRole('button', { name: 'Set up' }).click();
    const secret = (await page.locator('pre').textContent())?.replaceAll(' ', '') ?? '';
    await page.getByLabel('First code').fill(codeOf(secret));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.locator('[name=email]').waitFor();

    await signIn(page, person, path);
    await page.getByText('Type the code that your authenticator app shows.').waitFor();
    await page.fill('[name=code]', codeOf(secret, 1));
    await page.click('button[type=submit]');
  }

  it(`who signs in with a second factor imports a file: a file of ${imported.rows} rows with ${imported.faults} faults is mapped, told them, looked at as a dry run, imported, and what failed corrected and imported`, async () => {
    const page = await browser.newPage();
    const operator = await system.addPerson('operator');
    await signInBySecondFactor(page, operator, '/import');
    const table = await importWithFaults(page, system, picture);
    expect(table.split('\r\n').slice(0, 2)).toEqual([
      '\ufeffrow,Full name,Mail,Compnay,Notes,error,code,suggestion',
      expect.stringMatching(/^\d+,<img src=x onerror=alert\(1\)>,nonsense,One,"'=1\+1",/u),
    ]);
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await importCorrected(page, system, table);
    await page.close();
  }, 600_000);

  it('a webhook is made, and what its receiver refused is sent again by hand', async () => {
    const page = await browser.newPage();
    await signIn(page, await system.addPerson('operator'), '/webhooks');
    await redeliverByHand(page);
    await page.close();
  });

  it('a lead tells what happened to it, and why a field is as it is', async () => {
    const page = await browser.newPage();
    const importFrom = (source: string, company: string) =>
      system.ask('POST', '/sync/leads', {
        source,
        data: { email: 'reason@example.com', name: 'Sam Example', company },
      });
    const { lead_id: leadId } = await importFrom('csv', 'Kept Ltd');
    await importFrom('manual', 'Offered Ltd');
    await signIn(page, await system.addPerson('viewer'), `/leads/${String(leadId)}`);
    await page.getByText('by manual: imports never change this field').waitFor();
    await page.getByRole('heading', { name: 'Sam Example' }).waitFor();
    await page.getByRole('region', { name: 'Timeline' }).getByRole('row').nth(2).waitFor();
    await page.close();
  });

  it('a viewer is offered no import, no change and nothing of admins', async () => {
    const page = await browser.newPage();
    await signIn(page, await system.addPerson('viewer'));
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    const offered = await page.locator('nav a').allTextContents();
    expect(offered).toEqual(expect.arrayContaining(['Leads', 'Jobs', 'Opt-outs']));
    expect(
      offered.filter((name) => ['Import', 'Errors', 'Audit', 'Access', 'Settings'].includes(name)),
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
    await page.getByText('Your role does not include this').waitFor();
    await page.close();
  });

  it('a session that ends in another tab loses nothing that was typed, and who was invited signs in', async () => {
    const page = await browser.newPage();
    const admin = await system.addPerson('admin');
    await signIn(page, admin, '/access');
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('Email').fill('new.person@example.com');
    await page.getByLabel('Name').fill('<script>alert(1)</script>');
    await page.locator('[role=dialog] input[readonly], [role=dialog] [role=combobox]').first().click();
    await page.getByRole('option', { name: /Viewer/u }).click();
    await page.locator('[role=dialog] input[type=password]').fill('a pass phrase of the test');
    const otherTab = await browser.newPage();
    await otherTab.goto(`${system.baseUrl}/console/jobs`);
    await otherTab.getByRole('button', { name: 'Sign out' }).click();
    await otherTab.locator('[name=email]').waitFor();
    await page.locator('[role=dialog] button[type=submit]').click();
    await page.getByText('Your session has ended').waitFor();
    await page.locator('[name=password]').fill(admin.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Your session has ended').waitFor({ state: 'hidden' });
    await page.locator('[role=dialog] button[type=submit]').click();
    await page.getByText('new.person@example.com').waitFor();
    expect(await page.getByText('<script>alert(1)</script>').count()).toBe(1);
    await page.close();

    const invited = { email: 'new.person@example.com', password: 'a pass phrase of the test' };
    await signIn(otherTab, invited, '/sign-in?to=/docs/plain');
    await otherTab.waitForURL(`${system.baseUrl}/docs/plain`);
    await otherTab.close();
  });

  it.each([
    ['light', 1440],
    ['dark', 360],
  ] as const)(
    'no screen has a serious fault of accessibility, or is wider than its window: %s, %d px',
    async (scheme, width) => {
      const page = await browser.newPage();
      await page.setViewportSize({ width, height: 800 });
      await signIn(page, await system.addPerson('admin'));
      await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
      await page.evaluate(`localStorage.setItem('mantine-color-scheme-value', '${scheme}')`);
      await page.reload();
      await page.evaluate(axe.source);
      const leads = (await system.ask('GET', '/leads?limit=1'))['leads'] as { lead_id: number }[];
      const jobs = (await system.ask('GET', '/jobs?type=bulk_import&limit=1'))['jobs'] as {
        job_id: string;
      }[];
      const leadPath = `/leads/${leads[0]?.lead_id}`;
      const paths = [...screens, leadPath, `/jobs/${jobs[0]?.job_id}`];
      const found: string[] = [];
      for (const path of paths) {
        await go(page, path);
        const [serious, overflow] = await page.evaluate<[string[], number]>(findFaults);
        if (path === (scheme === 'light' ? '/' : leadPath)) {
          await picture(page, `${scheme === 'light' ? 'overview' : 'lead'}-${scheme}`);
        }
        found.push(
          ...serious.map((fault) => `${path}: ${fault}`),
          ...(overflow > 0 ? [`${path}: ${overflow} px too wide`] : []),
        );
      }
      expect(found).toEqual([]);
      await page.close();
    },
  );

  /** Goes to another screen without loading the page anew, and waits until it shows something. */
  async function go(page: Page, path: string): Promise<void> {
    await page.evaluate(
      `history.pushState({}, '', '/console${path}'); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await page.locator('main h1, main [role=alert]').first().waitFor();
    await page.getByText(/^Loading /u).waitFor({ state: 'hidden' });
  }

  it.each([
    ['no-quote.csv', 'email\n"a@example.com\nb@example.com\n', 'does not end'],
    ['sheet.xlsx', 'PK', 'save it as CSV'],
  ])('a file that cannot be read is refused in words: %s', async (name, text, words) => {
    const page = await browser.newPage();
    await signIn(page, await system.addPerson('operator'), '/import');
    await chooseFile(page, name, text);
    await page.getByText(words).waitFor();
    await page.close();
  });

  const picture = (page: Page, name: string): Promise<void> => takePicture(page, `console-${name}`);

  it('an import is undone, row by row', async () => {
    const page = await browser.newPage();
    const jobs = (await system.ask('GET', '/jobs?type=bulk_import'))['jobs'] as {
      job_id: string;
      dry_run?: true;
    }[];
    // The newest is that of the corrected rows, which stays.
    const [corrected, first] = jobs.filter((job) => job.dry_run === undefined).map(({ job_id: id }) => id);
    expect(corrected).toEqual(expect.any(String));
    await signIn(page, await system.addPerson('operator'), `/jobs/${first}`);
    await page.getByRole('button', { name: 'Undo the import' }).click();
    await page.getByRole('button', { name: 'Undo it' }).click();
    await page.getByRole('heading', { name: 'Undo import', level: 1 }).waitFor();
    const all = imported.rows.toLocaleString('en');
    await page.getByText(`${all} of ${all} done`).waitFor({ timeout: 60_000 + imported.rows * 300 });
    await page.getByText('Undone', { exact: true }).first().waitFor();
    expect((await system.ask('GET', '/leads?limit=1'))['pagination']).toMatchObject({
      // And the one lead that was imported by itself.
      total: imported.faults + 1,
    });
    await page.close();
  }, 600_000);

  it('nothing was asked of other hosts, and no policy was broken', () => {
    expect([...browser.hosts]).toEqual([new URL(system.baseUrl).host]);
    expect(browser.faults).toEqual([]);
  });
}
