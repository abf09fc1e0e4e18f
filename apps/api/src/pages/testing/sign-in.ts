import type { Page } from 'playwright-core';

interface Person {
  readonly email: string;
  readonly password: string;
}

/** Opens an address of the console with a new session. @throws Error if the sign-in fails */
export async function signInAt(page: Page, url: string, { email, password }: Person): Promise<void> {
  const login = new URL('/api/v1/auth/login', url).href;
  const response = await page.request.post(login, { data: { email, password } });
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
