import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';

import { startSmsCatcher, type MessageCatcher } from '../testing/message-catcher.js';
import { addPerson, ageSessions, behindProxy, type TestPerson } from '../testing/people.js';
import { startTestApi, type TestApi } from '../testing/test-api.js';
import { browserProgram, startBrowser, type TestBrowser } from './testing/browser.js';
import { takePicture } from './testing/take-picture.js';
import { signOutOf } from './testing/sign-out.js';

if (browserProgram === null) {
  it('was not tried in a browser: this machine has no chromium', () => {
    process.stdout.write('The second factor was not tried in a browser: there is no chromium here\n');
    expect(browserProgram).toBeNull();
  });
} else {
  describe('the second factor in the console, on a phone', inBrowser);
}

function inBrowser(): void {
  let api: TestApi;
  let sms: MessageCatcher;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    sms = await startSmsCatcher();
    api = await startTestApi({ environment: { ...behindProxy, SMS_GATEWAY_URL: sms.url } });
    browser = await startBrowser({ width: 360, height: 740 });
  });

  afterAll(async () => {
    await browser.close();
    await api.close();
    await sms.close();
  });

  beforeEach(async () => {
    await browser.context.clearCookies();
    page = await browser.newPage();
  });

  async function fillSignIn(person: TestPerson, path: string): Promise<void> {
    await page.goto(api.origin + path);
    await page.fill('[name=email]', person.email);
    await page.fill('[name=password]', person.password);
    await submit('Sign in');
  }

  async function submit(name: string): Promise<void> {
    await page.getByRole('button', { name, exact: true }).click();
  }

  async function choose(method: string): Promise<void> {
    await page.getByRole('combobox', { name: 'Method' }).click();
    await page.getByRole('option', { name: method }).click();
  }

  /** What a camera reads from the screen. */
  async function scannedSecret(): Promise<string> {
    await page.getByRole('img', { name: 'QR code of the secret below' }).waitFor();
    const side = 300;
    const dots = await page.evaluate<string>(`new Promise((resolve) => {
      const svg = document.querySelector('main svg[role=img]');
      const picture = new Image();
      picture.onload = () => {
        const canvas = Object.assign(document.createElement('canvas'), { width: ${side}, height: ${side} });
        const context = canvas.getContext('2d');
        context.fillStyle = '#fff';
        context.fillRect(0, 0, ${side}, ${side});
        context.drawImage(picture, 10, 10, ${side - 20}, ${side - 20});
        const { data } = context.getImageData(0, 0, ${side}, ${side});
        resolve(Array.from({ length: ${side * side} }, (_, dot) => (data[dot * 4] < 128 ? '#' : ' ')).join(''));
      };
      picture.src = 'data:image/svg+xml,' + encodeURIComponent(new XMLSerializer().serializeToString(svg));
    })`);
    const data = Uint8Array.from(
      [...dots].flatMap((dot) => (dot === '#' ? [0, 0, 0, 255] : [255, 255, 255, 255])),
    );
    const address = decodeQR({ width: side, height: side, data });
    expect(address).toBe(await page.getByText('Open the app on this device').getAttribute('href'));
    return new URL(address).searchParams.get('secret') ?? '';
  }

  async function expectNoSidewaysScrolling(): Promise<void> {
    const [wide, shown] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    );
    expect(wide).toBe(shown);
  }

  it('shows an admin the remaining days, and sets up an authenticator app by its QR code', async () => {
    const person = await addPerson(api, 'admin');
    await fillSignIn(person, '/console');
    await page.getByText('Time left: 7 days.').waitFor();
    await page.getByRole('link', { name: 'Set it up now' }).click();
    await submit('Set up');
    const secret = await scannedSecret();
    await expectNoSidewaysScrolling();
    await page.evaluate('document.querySelector("main svg").scrollIntoView({ block: "center" })');
    await takePicture(page, 'second-factor-light-narrow');
    await page.getByLabel('First code').fill('000000');
    await submit('Confirm');
    await page.getByText('is wrong').waitFor();
    await page.getByLabel('First code').fill(generateSync({ secret }));
    await submit('Confirm');
    await page.getByText('Save these recovery codes').waitFor();
    const codes = await page.locator('main li code').allTextContents();
    expect(new Set(codes).size).toBe(10);
    await expectNoSidewaysScrolling();
    await submit('I have saved them');
    await page.getByText('Two-factor authentication is on: Authenticator app.').waitFor();
    await signOutOf(page);
    await page.waitForURL('**/console/');

    await fillSignIn(person, '/console');
    await page.getByText('authenticator app shows').waitFor();
    expect(await page.getByRole('button', { name: 'Send another code' }).count()).toBe(0);
    await page.fill('[name=code]', codes[0] ?? '');
    await submit('Sign in');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.close();
  });

  it('comes first once the time is over, and then leads to the requested page', async () => {
    const person = await addPerson(api, 'operator');
    await api.mongo
      .collection<{ _id: string }>('users')
      .updateOne({ _id: person.id }, { $set: { secondFactorDueAt: new Date(0) } });
    await fillSignIn(person, '/docs/plain');
    await page.getByText('the time to set it up is over').waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await submit('Set up');
    const secret = await scannedSecret();
    await page.getByLabel('First code').fill(generateSync({ secret }));
    await submit('Confirm');
    // The codes stay until they are saved, even if the session is read again meanwhile.
    await page.getByText('Save these recovery codes').waitFor();
    await submit('I have saved them');
    // The document is put together when somebody first looks at it.
    await page.waitForURL(`${api.origin}/docs/plain`, { timeout: 60_000 });
    await page.close();
  });

  it('offers only the configured methods, sends codes, and is replaced only after authentication', async () => {
    const person = await addPerson(api, 'viewer');
    await fillSignIn(person, '/console/account');
    await page.getByRole('combobox', { name: 'Method' }).click();
    expect(await page.getByRole('option').allTextContents()).toEqual([
      'Authenticator app',
      'Codes by text message',
    ]);
    await page.keyboard.press('Escape');
    await ageSessions(api, person, 60);
    await choose('Codes by text message');
    await page.getByLabel('Phone number').fill('+15551234567');
    await submit('Set up');
    const password = page.getByRole('textbox', { name: 'Current password' }).first();
    await page.getByText('more than 15 minutes ago').waitFor();
    await password.fill(person.password);
    await submit('Set up');
    await page.getByText('A code was sent').waitFor();
    await page.getByLabel('First code').fill(lastCode());
    await submit('Confirm');
    await submit('I have saved them');
    await signOutOf(page);
    await page.waitForURL('**/console/');

    await fillSignIn(person, '/console/account');
    await page.getByText('***4567').waitFor();
    // The next code is sent at once.
    await api.mongo
      .collection<{ _id: string }>('credentials')
      .updateOne({ _id: person.id }, { $set: { 'challenge.sentAt': new Date(0) } });
    await submit('Send another code');
    await expectMessages(3);
    await page.fill('[name=code]', lastCode());
    await submit('Sign in');

    await page.getByText('Two-factor authentication is on: Codes by text message.').waitFor();
    await ageSessions(api, person, 60);
    await submit('Set up');
    // Until it is asked for, the first such field is that of another form.
    await page.getByText('more than 15 minutes ago').waitFor();
    await password.fill(person.password);
    await submit('Set up');
    await page.getByLabel('Current two-factor code').waitFor();
    expect(await page.getByText('Your session has ended').count()).toBe(0);
    await expectMessages(4);
    await page.getByLabel('Current two-factor code').fill(lastCode());
    await submit('Set up');
    await page.getByRole('img', { name: 'QR code of the secret below' }).waitFor();
    await page.close();
  });

  const lastCode = (): string => /\b(\d{6})\b is your code/.exec(sms.messages.at(-1) ?? '')?.[1] ?? 'none';

  async function expectMessages(count: number): Promise<void> {
    const deadline = Date.now() + 30_000;
    while (sms.messages.length < count && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(sms.messages).toHaveLength(count);
  }

  it('no request went to other hosts, and no policy was violated', () => {
    expect([...browser.hosts].filter((host) => host !== '')).toEqual([new URL(api.origin).host]);
    expect(browser.faults).toEqual([]);
  });
}
