import { fileURLToPath } from 'node:url';

import { currentTestRun } from '@leadbridge/devkit';
import type { Page } from 'playwright-core';

/** A screenshot for the guides (`docs/images`), if requested. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (currentTestRun().screenshots) {
    const path = fileURLToPath(new URL(`../../../../../docs/images/${name}.png`, import.meta.url));
    // What is half shown is no picture.
    await page.screenshot({ path, animations: 'disabled' });
  }
}
