import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';

import { addPerson, ageSessions, behindProxy, sessionToken, type TestPerson } from '../testing/people.js';
import { startTestApi, type TestApi } from '../testing/test-api.js';
import { browserProgram, startBrowser, type TestBrowser } from './testing/browser.js';

if (browserProgram === null) {
  it('was not tried in a browser: this machine has no chromium', () => {
    process.stdout.write('The proof was not tried in a browser: there is no chromium here\n');
    expect(browserProgram).toBeNull();
  });
} else {
  describe('a change of who may do what, in a session of some time ago', inBrowser);
}

function inBrowser(): void {
  let api: TestApi;
  let browser: TestBrowser;

  beforeAll(async () => {
    api = await startTestApi({ environment: behindProxy });
    browser = await startBrowser({ width: 1280, height: 800 });
  });

  afterAll(async () => {
    await browser.close();
    await api.close();
  });

  async function signIn(person: TestPerson, path: string, code?: string): Promise<Page> {
    await browser.context.clearCookies();
    const page = await browser.newPage();
    await page.goto(api.origin + path);
    await page.fill('[name=email]', person.email);
    await page.fill('[name=password]', person.password);
    const submit = page.getByRole('button', { name: 'Sign in', exact: true });
    await submit.click();
    if (code !== undefined) {
      await page.fill('[name=code]', code);
      await submit.click();
    }
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
    return page;
  }

  const questionOf = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });

  async function createKey(page: Page, name: string): Promise<void> {
    await page.getByRole('main').getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByRole('dialog').getByRole('combobox').click();
    await page.getByRole('option', { name: /Viewer/u }).click();
    await page.getByRole('dialog', { name: 'Create a key' }).locator('button[type=submit]').click();
  }

  it('waits for the password, keeps what was typed, and goes on', async () => {
    const admin = await addPerson(api, 'admin');
    const page = await signIn(admin, '/console/api-keys');
    await ageSessions(api, admin, 16);
    await createKey(page, 'Of a proven person');
    const question = questionOf(page);
    await question.waitFor();
    // Whoever dismisses the question gets the refusal, and keeps the input.
    await question.getByRole('button', { name: 'Close' }).click();
    await page.getByText(/Confirm that it is you: /u).waitFor();
    await page.getByRole('dialog', { name: 'Create a key' }).locator('button[type=submit]').click();
    await question.locator('[name=password]').fill('not the pass phrase');
    await question.getByRole('button', { name: 'Confirm' }).click();
    await question.getByText('is wrong').waitFor();
    await question.locator('[name=password]').fill(admin.password);
    await question.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The key “Of a proven person”').waitFor();
    // The proof counts for the next change too.
    await createKey(page, 'Right after it');
    await page.getByText('The key “Right after it”').waitFor();
    await page.close();
  });

  it('waits for the code of the second factor too', async () => {
    const admin = await addPerson(api, 'admin');
    const key = await sessionToken(api, admin);
    const offer = await api.call('POST', '/auth/mfa/enroll', { key, body: { method: 'totp' } });
    const secret = String(offer.body['secret']);
    const body = { code: generateSync({ secret }) };
    const { recovery_codes: codes } = (await api.call('POST', '/auth/mfa/verify', { key, body })).body;
    const [first, second] = codes as readonly string[];
    const page = await signIn(admin, '/console/api-keys', first);
    await ageSessions(api, admin, 16);
    await createKey(page, 'With both');
    const question = questionOf(page);
    await question.locator('[name=password]').fill(admin.password);
    await question.getByRole('button', { name: 'Confirm' }).click();
    await question.locator('[name=code]').fill(second ?? '');
    await question.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The key “With both”').waitFor();
    await page.close();
  });
}
