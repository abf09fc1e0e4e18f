import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';

import { addPerson, behindProxy, sessionToken } from '../testing/people.js';
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

  async function signIn(role: 'admin' | 'viewer'): Promise<Page> {
    const value = await sessionToken(api, await addPerson(api, role));
    await browser.context.addCookies([{ name: 'leadbridge_session', value, url: api.origin }]);
    return await browser.newPage();
  }

  it('the API reference reads the document as the signed-in user', async () => {
    const page = await signIn('viewer');
    const before = browser.faults.length;
    const read = page.waitForResponse(`${api.origin}/api/v1/openapi.json`, { timeout: 60_000 });
    await page.goto(`${api.origin}/docs`, { waitUntil: 'commit' });
    expect((await read).status()).toBe(200);
    await page.locator('#reference').getByText('Powered by Scalar').first().waitFor({ timeout: 60_000 });
    // "Try it" sends requests as the signed-in user, with the cookie.
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
  });

  it('the API document is a plain page without scripts, including the pages that it links to', async () => {
    const context = await browser.context.browser()?.newContext({ javaScriptEnabled: false });
    const page = await signIn('viewer');
    await page.goto(`${api.origin}/docs/plain`);
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

  it('an admin retries a failed job on the queue dashboard; a viewer is offered no actions', async () => {
    const id = await addFailedJob(api, 'no answer about jo.ann@example.com');
    const path = '/admin/queues/queue/lead-imports?status=failed';
    const viewer = await signIn('viewer');
    await viewer.goto(api.origin + path);
    await viewer.getByText(id).first().waitFor();
    expect(await viewer.locator('body').textContent()).not.toContain('jo.ann');
    expect(await viewer.getByRole('button', { name: /retry/i }).count()).toBe(0);
    await viewer.close();

    const admin = await signIn('admin');
    admin.on('dialog', (dialog) => void dialog.accept());
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
    // The job waits now, so it cannot be retried.
    expect(await offered(admin, 1)).toEqual(['Remove']);
    await admin.locator('#queue-actions button').click();
    await admin.getByText('Remove: done.').waitFor();
    expect(await queueStateOf(api, id)).toBe('unknown');
    await admin.close();
  });

  it('every button that the queue dashboard shows an admin works', async () => {
    const ids = [await addFailedJob(api, 'no answer'), await addFailedJob(api, 'no answer')];
    const admin = await signIn('admin');
    const refused: string[] = [];
    admin.on('dialog', (dialog) => void dialog.accept());
    admin.on('response', (response) => {
      if (response.status() >= 400) {
        refused.push(`${response.status()} ${response.request().method()} ${response.url()}`);
      }
    });
    await admin.goto(`${api.origin}/admin/queues/queue/lead-imports?status=failed`);
    await offered(admin, 2);
    await admin.getByRole('button', { name: 'Retry all failed' }).click();
    await admin.getByText('Retry all failed: done.').waitFor();
    expect(await Promise.all(ids.map((id) => queueStateOf(api, id)))).toEqual(['waiting', 'waiting']);
    expect(refused).toEqual([]);
    await admin.close();
  });

  /** The labels of our bar, once it has this many. */
  async function offered(page: Page, count: number): Promise<string[]> {
    const buttons = page.locator('#queue-actions button');
    const deadline = Date.now() + 30_000;
    while ((await buttons.count()) !== count && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return await buttons.allTextContents();
  }

  /** The dashboard's own buttons for changes, with its menus opened. */
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

  it('no request went to other hosts, and no policy was violated', () => {
    expect([...browser.hosts]).toEqual([new URL(api.origin).host]);
    expect(browser.faults).toEqual([]);
  });
}
