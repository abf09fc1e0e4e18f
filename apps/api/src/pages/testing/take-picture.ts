import { fileURLToPath } from 'node:url';

import { currentTestRun } from '@leadbridge/devkit';
import type { Page } from 'playwright-core';

/** A picture for the guides (`docs/images`), where it is asked for. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (currentTestRun().screenshots) {
    const path = fileURLToPath(new URL(`../../../../../docs/images/${name}.png`, import.meta.url));
    await page.screenshot({ path });
  }
}
