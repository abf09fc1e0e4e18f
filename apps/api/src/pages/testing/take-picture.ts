import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { currentTestRun } from '@leadbridge/devkit';
import type { Page } from 'playwright-core';

import { inEachLook } from './looks.js';

const folder = fileURLToPath(new URL('../../../../../docs/images/console/', import.meta.url));

/** In per cent: text is sharp, and a picture of a desktop takes some 30 kB. */
const quality = 80;

/** A picture of what the window shows (`docs/images/console`), if requested. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (currentTestRun().screenshots) {
    const session = await page.context().newCDPSession(page);
    // Playwright itself writes no WebP, which takes a third of the space.
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
    await session.detach();
    await mkdir(folder, { recursive: true });
    await writeFile(`${folder}${name}.webp`, Buffer.from(data, 'base64'));
  }
}

/** Four pictures of the current screen: light and dark, on a desktop and on a phone. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (currentTestRun().screenshots) {
    // What is told for some seconds is over what the picture is about.
    await page.locator('.mantine-Notification-root').first().waitFor({ state: 'hidden' });
    await inEachLook(page, async ({ form }) => {
      await page.evaluate('scrollTo(0, 0)');
      await takePicture(page, `${name}-${form}`);
    });
  }
}
