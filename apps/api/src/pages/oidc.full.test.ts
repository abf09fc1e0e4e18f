import { freePort } from '@leadbridge/devkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';

import { startOidcIssuer, type OidcIssuer } from '../testing/oidc-issuer.js';
import { addPerson, ageSessions, behindProxy, sessionToken } from '../testing/people.js';
import { startTestApi, type TestApi } from '../testing/test-api.js';
import { browserProgram, startBrowser, type TestBrowser } from './testing/browser.js';
import { signOutOf } from './testing/sign-out.js';

if (browserProgram === null) {
  it('was not tried in a browser: this machine has no chromium', () => {
    process.stdout.write('The sign-in at an issuer was not tried in a browser: there is no chromium here\n');
    expect(browserProgram).toBeNull();
  });
} else {
  describe('the sign-in at an issuer, in a browser', inBrowser);
}

function inBrowser(): void {
  let issuer: OidcIssuer;
  let api: TestApi;
  let browser: TestBrowser;

  beforeAll(async () => {
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    issuer = await startOidcIssuer({ publicUrl, host: 'localhost' });
    api = await startTestApi({ environment: { ...behindProxy, ...issuer.settings }, port });
    browser = await startBrowser({ width: 1280, height: 800 });
  });

  afterAll(async () => {
    await browser.close();
    await api.close();
    await issuer.stop();
  });

  async function openPage(path: string): Promise<Page> {
    await browser.context.clearCookies();
    const page = await browser.newPage();
    await page.goto(api.origin + path);
    return page;
  }

  const button = (page: Page) => page.getByRole('link', { name: 'Sign in with Example Directory' });
  const person = (sub: string, groups: readonly string[]) => ({
    sub,
    email: `${sub}@example.com`,
    email_verified: true,
    name: `The person ${sub}`,
    groups,
  });

  it('leads by the button to the issuer and back to the page that was wanted', async () => {
    issuer.person = person('ada', ['sales']);
    const page = await openPage('/console/leads?status=active');
    await button(page).click();
    await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/console/leads?status=active');
    await page.getByRole('button', { name: 'The person ada' }).waitFor();
    await page.close();
  });

  it('leads to the pages of the service that are not the console, too', async () => {
    issuer.person = person('ada', ['sales']);
    const page = await openPage('/docs');
    await button(page).click();
    await page.waitForURL(`${api.origin}/docs`);
    await page
      .getByRole('heading', { name: /Leadbridge/u })
      .first()
      .waitFor({ timeout: 60_000 });
    await page.close();
  });

  it('says in words why nobody was signed in, and offers the password beside it', async () => {
    issuer.person = person('eve', ['others']);
    const page = await openPage('/console');
    await button(page).click();
    await page.getByRole('alert').getByText('You have no role in Leadbridge').waitFor();
    expect(page.url()).toBe(`${api.origin}/console/sign-in?error=no_role`);
    const viewer = await addPerson(api, 'viewer');
    await page.fill('[name=email]', viewer.email);
    await page.fill('[name=password]', viewer.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('You are still signed in as before').waitFor();
    await page.close();
  });

  it('asks for the second factor after the issuer', async () => {
    const user = await addPerson(api, 'operator');
    const key = await sessionToken(api, user);
    const offer = await api.call('POST', '/auth/mfa/enroll', { key, body: { method: 'totp' } });
    const body = { code: generateSync({ secret: String(offer.body['secret']) }) };
    const { recovery_codes: codes } = (await api.call('POST', '/auth/mfa/verify', { key, body })).body;
    issuer.person = { ...person('bob', ['sales']), email: user.email };
    const page = await openPage('/console/jobs');
    await button(page).click();
    await page.getByText('Type the code that your authenticator app shows').waitFor();
    const submit = page.getByRole('button', { name: 'Sign in', exact: true });
    await page.fill('[name=code]', '000000');
    await submit.click();
    await page.getByText('is wrong').waitFor();
    await page.fill('[name=code]', (codes as readonly string[])[0] ?? '');
    await submit.click();
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
    await page.close();
  });

  it('proves who somebody is in another tab, for a change of who may do what', async () => {
    issuer.person = person('root', ['it']);
    const page = await openPage('/console/api-keys');
    await button(page).click();
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
    const user = await api.mongo.collection<{ _id: string }>('users').findOne({ email: 'root@example.com' });
    await ageSessions(api, { id: user?._id ?? '', email: '', password: '' }, 16);
    await page.getByRole('main').getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name').fill('After a proof');
    await page.getByRole('dialog').getByRole('combobox').click();
    await page.getByRole('option', { name: /Viewer/u }).click();
    await page.getByRole('dialog', { name: 'Create a key' }).locator('button[type=submit]').click();
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const [tab] = await Promise.all([
      browser.context.waitForEvent('page'),
      question.getByRole('link', { name: 'Sign in with Example Directory' }).click(),
    ]);
    await tab.getByRole('button', { name: 'The person root' }).waitFor();
    await tab.close();
    await question.getByRole('button', { name: 'I have signed in: continue' }).click();
    await page.getByText('The key “After a proof”').waitFor();
    await page.close();
  });

  it('says that the issuer is down, and signs out at it where it is not', async () => {
    issuer.person = person('ada', ['sales']);
    const page = await openPage('/console');
    await button(page).click();
    await page.getByRole('button', { name: 'The person ada' }).waitFor();
    await signOutOf(page);
    await page.waitForURL(`${issuer.issuer}/session/end**`);
    await page.close();
    await issuer.stop();
    const down = await openPage('/console');
    await down.getByText('Example Directory does not respond at the moment.').waitFor();
    await button(down).click();
    await down.getByText('does not respond at the moment. Try again later').waitFor();
    await issuer.start();
    await down.close();
    expect(browser.faults).toEqual([]);
  });
}
