import type { Page } from 'playwright-core';

/** What does not depend on the width, such as colors, is checked in full once; for the other scheme only the colors. */
const looks = [
  { form: 'light-wide', scheme: 'light', width: 1360, height: 900, rules: 'all' },
  { form: 'dark-wide', scheme: 'dark', width: 1360, height: 900, rules: 'colors' },
  { form: 'dark-narrow', scheme: 'dark', width: 390, height: 800, rules: 'all' },
  { form: 'light-narrow', scheme: 'light', width: 390, height: 800, rules: 'colors' },
] as const;
export type Look = (typeof looks)[number];

/** Each scheme and each width once; or also the two of which only the colors are checked. */
export type Looks = 'main' | 'all';

/** What still moves or changes its color is not what a person sees. */
const endTransitions =
  'document.getAnimations().filter((each) => each instanceof CSSTransition).forEach((each) => each.finish())';

/** Shows the current screen light and dark, on a desktop and on a phone, and as it was in the end. */
export async function inEachLook(
  page: Page,
  seen: (look: Look) => Promise<void>,
  which: Looks = 'all',
): Promise<void> {
  const before = page.viewportSize();
  for (const look of looks.filter(({ rules }) => which === 'all' || rules === 'all')) {
    const { scheme, width, height } = look;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor({ state: 'attached' });
    await page.evaluate(endTransitions);
    await seen(look);
  }
  if (before !== null) {
    await page.setViewportSize(before);
  }
  await page.emulateMedia({ colorScheme: looks[0].scheme });
}
