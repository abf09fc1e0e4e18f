import type { Page } from 'playwright-core';

/** By the account's menu. */
export async function signOutOf(page: Page): Promise<void> {
  await page.locator('header button[aria-haspopup=menu]').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}
