import type { Page } from 'playwright-core';

/** Opens an address of the console, and signs in by the form that it shows. */
export async function signInAt(
  page: Page,
  url: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.goto(url);
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', password);
  await page.click('button[type=submit]');
}
