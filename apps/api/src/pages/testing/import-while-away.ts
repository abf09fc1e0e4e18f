import { expect } from '@jest/globals';
import { type ServerProxy } from '@leadbridge/devkit';
import type { Page } from 'playwright-core';

import type { ConsoleSystem } from './console-system.js';
import { chooseFile, continueTo, importWithoutDryRun } from './import-in-browser.js';
import { pressOn } from './keyboard.js';

/** The pauses before the three retries, and as much again. */
const givesUpWithinMs = 20_000;

/**
 * Sends a file while the service is unavailable at first, and then loses every response: the message explains
 * what to do, the selection is kept, and sending it again continues the import that the service has already
 * accepted.
 */
export async function importWhileAway(page: Page, system: ConsoleSystem, way: ServerProxy): Promise<void> {
  const imports = async (): Promise<number> => {
    const { pagination } = await system.ask('GET', '/jobs?type=bulk_import&limit=1');
    return (pagination as { total: number }).total;
  };
  const [before, ticketsBefore] = [await imports(), system.simulator.tickets().length];
  const rows = ['Ada Away;ada.away@example.com', 'Ben Away;ben.away@example.com'];
  await chooseFile(page, 'away.csv', ['Full name;Mail', ...rows].join('\n'));
  await continueTo(page, 'Match');
  await continueTo(page, 'Review');
  await page.getByText('No errors were found.').waitFor();
  const source = page.getByLabel('Source', { exact: true });
  const updates = page.getByRole('switch', { name: 'Update existing leads' });
  await source.selectOption('Manual');
  await pressOn(updates, 'Space');

  way.cut();
  await importWithoutDryRun(page);
  await page.getByText('The service does not respond; trying again').waitFor();
  await way.restore();
  way.loseResponses(true);
  await page
    .getByText('Your input is kept: check the connection and try again.')
    .waitFor({ timeout: givesUpWithinMs });
  expect(await imports()).toBe(before + 1);
  expect(await source.inputValue()).toBe('manual');
  expect(await updates.isChecked()).toBe(false);
  await page.getByText('No errors were found.').waitFor();

  way.loseResponses(false);
  await importWithoutDryRun(page);
  await page.getByRole('heading', { name: 'away.csv', level: 1 }).waitFor();
  await page.getByText('2 of 2 done: 2 succeeded, 0 failed.').waitFor({ timeout: givesUpWithinMs });
  expect([await imports(), system.simulator.tickets().length]).toEqual([before + 1, ticketsBefore + 2]);
}
