import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';

import { addPerson, behindProxy } from '../testing/people.js';
import { startTestApi, type TestApi } from '../testing/test-api.js';
import { browserProgram, startBrowser, type TestBrowser } from './testing/browser.js';
import { addFailedJob, queueStateOf } from './testing/failed-job.js';

if (browserProgram === null) {
  it('runs no browser: this machine has no chromium', () => {
    process.stdout.write(
      'The pages were not tested in a browser: there is no chromium here (apt-get install chromium)\n',
    );
    expect(browserProgram).toBeNull();
  });
} else {
  describe('in a browser', inBrowser);
}

function inBrowser(): void {
  let api: TestApi;
  let browser: TestBrowser;

  beforeAll(async () => {
    api = await startTestApi({ environment: behindProxy });
    browser = await startBrowser({ width: 1200, height: 900 });
  });

  afterAll(async () => {
    await browser.close();
    await api.close();
  });

  async function signIn(
    page: Page,
    role: 'admin' | 'viewer',
    path: string,
    waitUntil: 'load' | 'commit' = 'load',
  ): Promise<void> {
    const person = await addPerson(api, role);
    await browser.context.clearCookies();
    await page.goto(api.origin + path);
    await page.fill('[name=email]', person.email);
    await page.fill('[name=password]', person.password);
    await page.click('button[type=submit]');
    await page.waitForURL(api.origin + path, { waitUntil });
  }

  it('a wrong password is told, and a right one leads to the page that was wanted', async () => {
    const page = await browser.newPage();
    await page.goto(`${api.origin}/admin`);
    await page.fill('[name=email]', 'nobody@example.com');
    await page.fill('[name=password]', 'a wrong pass phrase');
    await page.click('button[type=submit]');
    await page.locator('#problem').waitFor();
    expect(await page.locator('#problem').textContent()).not.toBe('');
    await signIn(page, 'viewer', '/admin');
    expect(await page.locator('h2').allTextContents()).toContain('PSA budget');
    await page.close();
  });

  it('the API’s reference is reached through the sign-in, and reads the document as who is signed in', async () => {
    const page = await browser.newPage();
    const before = browser.faults.length;
    const read = page.waitForResponse(`${api.origin}/api/v1/openapi.json`, { timeout: 60_000 });
    await signIn(page, 'viewer', '/docs', 'commit');
    expect((await read).status()).toBe(200);
    await page.locator('#reference').getByText('Powered by Scalar').first().waitFor({ timeout: 60_000 });
    // "Try it" asks as who is signed in: the cookie goes along.
    await page.goto(`${api.origin}/docs#tag/jobs/GET/jobs`);
    const tried = page.waitForResponse(`${api.origin}/api/v1/jobs*`, { timeout: 60_000 });
    await page
      .getByRole('button', { name: /test request.*get \/jobs\)?$/iu })
      .first()
      .click({ timeout: 60_000 });
    await page.locator('[role=dialog]').getByRole('button', { name: /send/iu }).first().click();
    expect((await tried).status()).toBe(200);
    await page.locator('[role=dialog]').getByText('200 OK').waitFor();
    expect(browser.faults.slice(before)).toEqual([]);
    await page.close();
  }, 120_000);

  it('the API’s document is a plain page without a script, with what it links to', async () => {
    const context = await browser.context.browser()?.newContext({ javaScriptEnabled: false });
    const page = await browser.newPage();
    await signIn(page, 'viewer', '/docs/plain');
    expect(await page.locator('h2').allTextContents()).toContain('Import');
    if (context !== undefined) {
      await context.addCookies(await browser.context.cookies());
      const scriptless = await context.newPage();
      await scriptless.goto(`${api.origin}/docs`);
      await scriptless.waitForURL(`${api.origin}/docs/plain`);
      await context.close();
    }
    await page.click('a[href="/api/v1/openapi.json"]');
    expect(await page.locator('body').textContent()).toContain('"openapi":"3.1.0"');
    await page.close();
  });

  it.each(['https://other.test/admin', '//other.test/admin', '/api/v1/config', '/admin/sign-in', 'http://['])(
    'the sign-in leads nowhere but to our own pages: not to %s',
    async (wanted) => {
      const page = await browser.newPage();
      const person = await addPerson(api, 'viewer');
      await browser.context.clearCookies();
      await page.goto(`${api.origin}/admin/sign-in?to=${encodeURIComponent(wanted)}`);
      await page.fill('[name=email]', person.email);
      await page.fill('[name=password]', person.password);
      await page.click('button[type=submit]');
      await page.waitForURL(`${api.origin}/admin`);
      await page.close();
    },
  );

  it('the operations page follows what happens, and says when it cannot', async () => {
    const page = await browser.newPage();
    await signIn(page, 'admin', '/admin');
    await api.mongo.collection<{ _id: string }>('error_log').insertOne({
      _id: 'err_browser',
      at: new Date(),
      level: 'error',
      message: 'The list is gone',
      source: 'psa',
      leadId: null,
      errorCode: 'LIST_MISSING',
      jobId: null,
      requestId: null,
    } as never);
    await page.getByText('The list is gone').waitFor({ timeout: 30_000 });
    await page.route('**/admin/overview', (route) => route.abort());
    await page.locator('#stale').waitFor({ timeout: 30_000 });
    await page.unroute('**/admin/overview');
    await page.locator('#stale').waitFor({ state: 'hidden', timeout: 30_000 });
    await page.close();
  });

  it('the operations page fits a phone', async () => {
    const page = await browser.newPage();
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, 'viewer', '/admin');
    const [wide, shown] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    );
    expect(wide).toBe(shown);
    await page.close();
  });

  it('an admin retries a failed job on the queue dashboard; a viewer is offered nothing of it', async () => {
    const id = await addFailedJob(api, 'no answer about jo.ann@example.com');
    const path = '/admin/queues/queue/lead-imports?status=failed';
    const viewer = await browser.newPage();
    await signIn(viewer, 'viewer', '/admin');
    await viewer.goto(api.origin + path);
    await viewer.getByText(id).first().waitFor();
    expect(await viewer.locator('body').textContent()).not.toContain('jo.ann');
    expect(await viewer.getByRole('button', { name: /retry/i }).count()).toBe(0);
    await viewer.goto(`${api.origin}/admin`);
    await viewer.click('#sign-out');
    await viewer.waitForURL('**/admin/sign-in');
    await viewer.close();

    const admin = await browser.newPage();
    admin.on('dialog', (dialog) => void dialog.accept());
    await signIn(admin, 'admin', '/admin');
    await admin.goto(api.origin + path);
    await admin.getByText(id).first().waitFor();
    expect(await refusedButtons(admin)).toEqual([]);
    expect(await offered(admin, 2)).toEqual(['Retry all failed', 'Remove all failed']);
    await admin.goto(`${api.origin}/admin/queues/queue/lead-imports/${id}`);
    expect(await offered(admin, 2)).toEqual(['Retry', 'Remove']);
    expect(await refusedButtons(admin)).toEqual([]);
    await admin.locator('#queue-actions button', { hasText: 'Retry' }).click();
    await admin.getByText('Retry: done.').waitFor();
    expect(await queueStateOf(api, id)).toBe('waiting');
    // The job waits now: there is nothing to retry.
    expect(await offered(admin, 1)).toEqual(['Remove']);
    await admin.locator('#queue-actions button').click();
    await admin.getByText('Remove: done.').waitFor();
    expect(await queueStateOf(api, id)).toBe('unknown');
    await admin.close();
  });

  it('every button that an admin is shown on the queue dashboard does what it says', async () => {
    const ids = [await addFailedJob(api, 'no answer'), await addFailedJob(api, 'no answer')];
    const admin = await browser.newPage();
    const refused: string[] = [];
    admin.on('dialog', (dialog) => void dialog.accept());
    admin.on('response', (answer) => {
      if (answer.status() >= 400) {
        refused.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`);
      }
    });
    await signIn(admin, 'admin', '/admin');
    await admin.goto(`${api.origin}/admin/queues/queue/lead-imports?status=failed`);
    await offered(admin, 2);
    await admin.getByRole('button', { name: 'Retry all failed' }).click();
    await admin.getByText('Retry all failed: done.').waitFor();
    expect(await Promise.all(ids.map((id) => queueStateOf(api, id)))).toEqual(['waiting', 'waiting']);
    expect(refused).toEqual([]);
    await admin.close();
  });

  /** The labels of our bar, once it has so many. */
  async function offered(page: Page, count: number): Promise<string[]> {
    const buttons = page.locator('#queue-actions button');
    const deadline = Date.now() + 30_000;
    while ((await buttons.count()) !== count && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return await buttons.allTextContents();
  }

  /** Buttons of the dashboard's own, by the names under which it offers to change something, its menus opened. */
  async function refusedButtons(page: Page): Promise<string[]> {
    const changes =
      /pause|resume|empty|obliterate|add job|clean|promote|duplicate|update|edit|retry|concurrency|rate limit/i;
    const found: string[] = [];
    for (const button of await page.locator('body > :not(#queue-actions) button:visible').all()) {
      const label = `${(await button.textContent()) ?? ''} ${(await button.getAttribute('aria-label')) ?? ''} ${(await button.getAttribute('title')) ?? ''}`;
      if (changes.test(label)) {
        found.push(label.trim());
      }
    }
    return found;
  }

  it('nothing was asked of other hosts, and no policy was broken', () => {
    expect([...browser.hosts]).toEqual([new URL(api.origin).host]);
    expect(browser.faults).toEqual([]);
  });
}
