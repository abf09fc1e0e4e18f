import type { Locator, Page } from 'playwright-core';

/** Far more than any screen has before the target. */
const maxSteps = 200;

/** Reaches it with Tab only, like a user without a mouse. @throws Error if Tab does not lead there */
async function reach(target: Locator): Promise<void> {
  const page = target.page();
  await target.waitFor({ state: 'attached' });
  for (let step = 0; step < maxSteps; step += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) {
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${String(target)}`);
}

/** Reaches it with Tab, and presses a key there. */
export async function pressOn(target: Locator, key = 'Enter'): Promise<void> {
  await reach(target);
  await target.page().keyboard.press(key);
}

/** Reaches it with Tab, and types into it. */
export async function typeInto(target: Locator, text: string): Promise<void> {
  await reach(target);
  await target.page().keyboard.type(text);
}

/** Reaches a list with Tab, opens it, and selects an option with the arrow keys. */
export async function chooseFrom(list: Locator, option: Locator): Promise<void> {
  await pressOn(list);
  await option.waitFor();
  for (let step = 0; step < maxSteps; step += 1) {
    if ((await option.getAttribute('data-combobox-selected')) !== null) {
      await list.page().keyboard.press('Enter');
      return;
    }
    await list.page().keyboard.press('ArrowDown');
  }
  throw new Error(`The arrows do not lead to ${String(option)}`);
}

/** Skips the navigation at the start of every screen. */
export async function skipToContent(page: Page): Promise<void> {
  await pressOn(page.getByRole('link', { name: 'Skip to the content' }));
}
