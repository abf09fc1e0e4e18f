import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';

import { browserProgram, startBrowser, type TestBrowser } from './testing/browser.js';
import {
  codeOf,
  startConsoleSystem,
  type ConsolePerson,
  type ConsoleSystem,
} from './testing/console-system.js';

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
    for (const path of ['/console', '/console/', '/console/jobs?status=failed', '/console/leads/12']) {
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

  it('somebody sets up a second factor, and signs in with its codes from then on', async () => {
    const page = await browser.newPage();
    const operator = await system.addPerson('operator');
    await signIn(page, operator, '/account');
    await page.getByRole('button', { name: 'Set up' }).click();
    const secret = (await page.locator('pre').textContent())?.replaceAll(' ', '') ?? '';
    await page.getByLabel('First code').fill(codeOf(secret));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Keep these recovery codes').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.locator('[name=email]').waitFor();

    await signIn(page, operator);
    await page.getByText('Type the code that your authenticator app shows.').waitFor();
    await page.fill('[name=code]', codeOf(secret, 1));
    await page.click('button[type=submit]');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.close();
  });

  it('nothing was asked of other hosts, and no policy was broken', () => {
    expect([...browser.hosts]).toEqual([new URL(system.baseUrl).host]);
    expect(browser.faults).toEqual([]);
  });
}
