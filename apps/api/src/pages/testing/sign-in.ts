import type { Page } from 'playwright-core';

interface Person {
  readonly email: string;
  readonly password: string;
}

let signIns = 0;

/** Another each time: a file of tests signs in more often than one address may. */
function nextAddress(): string {
  signIns += 1;
  return `198.51.100.${signIns % 255}`;
}

/** Opens an address of the console with a new session. @throws Error if the sign-in fails */
export async function signInAt(page: Page, url: string, { email, password }: Person): Promise<void> {
  const login = new URL('/api/v1/auth/login', url).href;
  const response = await page.request.post(login, {
    data: { email, password },
    headers: { 'x-forwarded-for': nextAddress() },
  });
  if (!response.ok()) {
    throw new Error(`The sign-in failed: ${response.status()} ${await response.text()}`);
  }
  await page.goto(url);
}

/** Opens an address of the console, and signs in by the form that it shows. */
export async function signInByForm(page: Page, url: string, { email, password }: Person): Promise<void> {
  await page.goto(url);
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', password);
  await page.click('button[type=submit]');
}
