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
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await api.close();
  });

  async function signIn(page: Page, role: 'admin' | 'viewer', path: string): Promise<void> {
    const person = await addPerson(api, role);
    await browser.context.clearCookies();
    await page.goto(api.origin + path);
    await page.fill('[name=email]', person.email);
    await page.fill('[name=password]', person.password);
    await page.click('button[type=submit]');
    await page.waitForURL(api.origin + path);
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

  it('the operations page follows what happens, and says when it cannot', async () => {
    const page = await browser.newPage();
    await signIn(page, 'viewer', '/admin');
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
    await page.getByText('The list is gone').waitFor({ timeout: 10_000 });
    await page.route('**/admin/overview', (route) => route.abort());
    await page.locator('#stale').waitFor({ timeout: 10_000 });
    await page.unroute('**/admin/overview');
    await page.locator('#stale').waitFor({ state: 'hidden', timeout: 10_000 });
    await page.close();
  }, 40_000);

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
    await signIn(admin, 'admin', '/admin');
    await admin.goto(api.origin + path);
    await admin.getByText(id).first().waitFor();
    const answered = admin.waitForResponse((answer) => answer.request().method() === 'PUT');
    await admin
      .getByRole('button', { name: /^retry/i })
      .last()
      .click();
    const confirm = admin.getByRole('button', { name: /confirm|yes/i });
    await confirm.click({ timeout: 2_000 }).catch(() => undefined);
    expect((await answered).ok()).toBe(true);
    expect(await queueStateOf(api, id)).toBe('waiting');
    await admin.close();
  }, 60_000);

  it('nothing was asked of other hosts, and no policy was broken', () => {
    expect([...browser.hosts]).toEqual([new URL(api.origin).host]);
    expect(browser.faults).toEqual([]);
  });
}
