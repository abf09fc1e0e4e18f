import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';

import { startSmsCatcher, startSmtpCatcher, type MessageCatcher } from '../testing/message-catcher.js';
import { addPerson, behindProxy, sessionToken, type TestPerson } from '../testing/people.js';
import { startTestApi, type TestApi } from '../testing/test-api.js';
import { browserProgram, startBrowser, type TestBrowser } from './testing/browser.js';

let api: TestApi;
let catchers: { readonly email: MessageCatcher; readonly sms: MessageCatcher };

beforeAll(async () => {
  catchers = { email: await startSmtpCatcher(), sms: await startSmsCatcher() };
  const environment = { ...behindProxy, SMTP_URL: catchers.email.url, SMS_GATEWAY_URL: catchers.sms.url };
  api = await startTestApi({ environment });
});

afterAll(async () => {
  await api.close();
  await Promise.all([catchers.email.close(), catchers.sms.close()]);
});

async function endGrace(person: TestPerson): Promise<void> {
  await api.mongo
    .collection<{ _id: string }>('users')
    .updateOne({ _id: person.id }, { $set: { secondFactorDueAt: new Date(Date.now() - 1000) } });
}

const look = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(api.origin + path, { redirect: 'manual', headers: { Accept: 'text/html', ...headers } });

describe('the page of the second factor', () => {
  const path = '/admin/second-factor';

  it('is for people who are signed in, under the policy of the other pages', async () => {
    const stranger = await look(path);
    expect(stranger.status).toBe(303);
    expect(stranger.headers.get('location')).toBe(`/admin/sign-in?to=${encodeURIComponent(path)}`);
    expect((await look(path, { 'X-API-Key': api.keys.admin })).status).toBe(403);
    const token = await sessionToken(api, await addPerson(api, 'viewer'));
    const answer = await look(path, { Cookie: `leadbridge_session=${token}` });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';");
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('is served its library for QR codes as a script of ours', async () => {
    const answer = await look('/admin/assets/qr.js');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(await answer.text()).toContain('export default encodeQR');
  });

  it.each(['/admin', '/admin/queues', '/docs'])(
    'is where %s leads who has none and no time left; what is no page is refused',
    async (wanted) => {
      const person = await addPerson(api, 'operator');
      const Cookie = `leadbridge_session=${await sessionToken(api, person)}`;
      await endGrace(person);
      // A session is believed for less than a second.
      await new Promise((resolve) => setTimeout(resolve, 900));
      const led = await look(wanted, { Cookie });
      expect(led.status).toBe(303);
      expect(led.headers.get('location')).toBe(`${path}?to=${encodeURIComponent(wanted)}`);
      const overview = await look('/admin/overview', { Cookie });
      expect(overview.status).toBe(403);
      expect(await overview.json()).toMatchObject({ error: { details: { mfa_required: true } } });
      expect((await look('/admin/queues/api/queues', { Cookie })).status).toBe(403);
      expect(await (await look(path, { Cookie })).text()).toContain('the time to set it up is over');
    },
  );
});

if (browserProgram === null) {
  it('was not tried in a browser: this machine has no chromium', () => {
    process.stdout.write('The second factor was not tried in a browser: there is no chromium here\n');
    expect(browserProgram).toBeNull();
  });
} else {
  describe('the page of the second factor, in a browser on a phone', inBrowser);
}

function inBrowser(): void {
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    browser = await startBrowser({ width: 360, height: 740 });
  });

  beforeEach(async () => {
    await browser.context.clearCookies();
    page = await browser.newPage();
    for (const catcher of Object.values(catchers)) {
      catcher.messages.length = 0;
    }
  });

  afterAll(async () => {
    await browser.close();
  });

  async function fillSignIn(person: TestPerson, path = '/admin'): Promise<void> {
    await page.goto(api.origin + path);
    await page.fill('[name=email]', person.email);
    await page.fill('[name=password]', person.password);
    await page.click('button[type=submit]');
  }

  /** What a camera reads off the screen. */
  async function scannedAddress(): Promise<string> {
    const side = 300;
    const dots = await page.evaluate<string>(`new Promise((resolve) => {
      const svg = document.querySelector('#qr svg');
      const picture = new Image();
      picture.onload = () => {
        const canvas = Object.assign(document.createElement('canvas'), { width: ${side}, height: ${side} });
        const context = canvas.getContext('2d');
        context.fillStyle = '#fff';
        context.fillRect(0, 0, ${side}, ${side});
        context.drawImage(picture, 0, 0, ${side}, ${side});
        const { data } = context.getImageData(0, 0, ${side}, ${side});
        resolve(Array.from({ length: ${side * side} }, (_, dot) => (data[dot * 4] < 128 ? '#' : ' ')).join(''));
      };
      picture.src = 'data:image/svg+xml,' + encodeURIComponent(svg.outerHTML);
    })`);
    const data = Uint8Array.from(
      [...dots].flatMap((dot) => (dot === '#' ? [0, 0, 0, 255] : [255, 255, 255, 255])),
    );
    return decodeQR({ width: side, height: side, data });
  }

  async function expectNoSidewaysScrolling(): Promise<void> {
    const [wide, shown] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    );
    expect(wide).toBe(shown);
  }

  const lastCode = (method: 'email' | 'sms'): string =>
    /\b(\d{6})\b is your code/.exec(catchers[method].messages.at(-1) ?? '')?.[1] ?? 'none';

  it('tells an admin the days left, and takes an authenticator app by its QR code', async () => {
    const person = await addPerson(api, 'admin');
    await fillSignIn(person);
    await page.getByText('There are 7 days left').waitFor();
    await page.click('#notice a');
    await page.waitForURL('**/admin/second-factor?to=/admin');
    await page.click('#choose [type=submit]');
    await page.locator('#qr svg').waitFor();
    await expectNoSidewaysScrolling();

    const address = await scannedAddress();
    expect(address).toBe(await page.locator('#otpauth').getAttribute('href'));
    const secret = new URL(address).searchParams.get('secret') ?? '';
    expect((await page.locator('#secret').textContent())?.replaceAll(' ', '')).toBe(secret);
    await page.fill('#confirm [name=code]', '000000');
    await page.click('#confirm [type=submit]');
    await page.getByText('is wrong').waitFor();
    await page.fill('#confirm [name=code]', generateSync({ secret }));
    await page.click('#confirm [type=submit]');
    await page.locator('#codes li').first().waitFor();
    const codes = await page.locator('#codes li').allTextContents();
    expect(new Set(codes).size).toBe(10);
    await expectNoSidewaysScrolling();
    await page.click('#go-on');
    await page.locator('#overview').waitFor();
    expect(await page.locator('#notice').count()).toBe(0);

    await page.click('#sign-out');
    await page.waitForURL('**/admin/sign-in');
    await fillSignIn(person);
    await page.getByText('authenticator app shows').waitFor();
    expect(await page.locator('#another').isVisible()).toBe(false);
    await page.fill('[name=code]', codes[0] ?? '');
    await page.click('button[type=submit]');
    await page.locator('#overview').waitFor();
    await page.close();
  });

  it('comes before anything else once the time is over, and leads on to what was wanted', async () => {
    const person = await addPerson(api, 'operator');
    await endGrace(person);
    await fillSignIn(person, '/docs');
    await page.waitForURL('**/admin/second-factor?to=%2Fdocs');
    await page.getByText('the time to set it up is over').waitFor();
    expect(await page.getByText('Not now').isVisible()).toBe(false);
    await page.goto(`${api.origin}/admin`);
    await page.waitForURL('**/admin/second-factor?to=%2Fadmin');
    await page.click('#choose [type=submit]');
    const secret = new URL(await scannedAddressOnceShown()).searchParams.get('secret') ?? '';
    await page.fill('#confirm [name=code]', generateSync({ secret }));
    await page.click('#confirm [type=submit]');
    await page.click('#go-on');
    await page.locator('#overview').waitFor();
    await page.close();
  });

  it('asks for the password where the sign-in is a while ago', async () => {
    const person = await addPerson(api, 'viewer');
    await fillSignIn(person, '/admin/second-factor');
    await page.waitForURL('**/admin/second-factor');
    await api.mongo
      .collection('sessions')
      .updateOne({ userId: person.id }, { $set: { createdAt: new Date(Date.now() - 3_600_000) } });
    expect(await page.locator('#current-password').isVisible()).toBe(false);
    await page.click('#choose [type=submit]');
    await page.getByText('Type your password to continue').waitFor();
    await page.fill('#choose [name=current_password]', person.password);
    await page.click('#choose [type=submit]');
    await page.locator('#qr svg').waitFor();
    await page.close();
  });

  async function scannedAddressOnceShown(): Promise<string> {
    await page.locator('#qr svg').waitFor();
    return await scannedAddress();
  }

  it.each(['email', 'sms'] as const)(
    'sets up codes by %s, which the sign-in then asks for',
    async (method) => {
      const person = await addPerson(api, 'viewer');
      await fillSignIn(person, '/admin/second-factor');
      await page.check(`[value=${method}]`);
      expect(await page.locator('#phone').isVisible()).toBe(method === 'sms');
      if (method === 'sms') {
        await page.fill('[name=phone]', '+15551234567');
      }
      await page.click('#choose [type=submit]');
      await page.getByText('A code was sent').waitFor();
      await page.fill('#confirm [name=code]', lastCode(method));
      await page.click('#confirm [type=submit]');
      await page.click('#go-on');
      await page.click('#sign-out');
      await page.waitForURL('**/admin/sign-in');

      await fillSignIn(person);
      await page.getByText(method === 'email' ? 'v***@example.com' : '***4567').waitFor();
      await api.mongo
        .collection<{ _id: string }>('credentials')
        .updateOne({ _id: person.id }, { $set: { 'challenge.sentAt': new Date(0) } });
      await page.click('#another');
      await expectMessages(method, 3);
      await page.fill('[name=code]', lastCode(method));
      await page.click('button[type=submit]');
      await page.locator('#overview').waitFor();

      // Another factor takes the place of this one, and asks for its code first.
      await page.goto(`${api.origin}/admin/second-factor`);
      await page.getByText(`signs in with codes by ${method}`).waitFor();
      await page.click('#choose [type=submit]');
      await page.getByText('Two-factor authentication is on. A code was sent').waitFor();
      await expectMessages(method, 4);
      await page.fill('#choose [name=code]', lastCode(method));
      await page.click('#choose [type=submit]');
      await page.locator('#qr svg').waitFor();
      await page.close();
    },
  );

  async function expectMessages(method: 'email' | 'sms', count: number): Promise<void> {
    const deadline = Date.now() + 30_000;
    while (catchers[method].messages.length < count && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(catchers[method].messages).toHaveLength(count);
  }

  it('nothing was asked of other hosts, and no policy was broken', () => {
    expect([...browser.hosts].filter((host) => host !== '')).toEqual([new URL(api.origin).host]);
    expect(browser.faults).toEqual([]);
  });
}
