import { readFile } from 'node:fs/promises';

import { expect } from '@jest/globals';
import { currentTestRun } from '@leadbridge/devkit';
import type { Page } from 'playwright-core';

import type { ConsoleSystem } from './console-system.js';
import { chooseFrom, pressOn, typeInto } from './keyboard.js';

const { consoleRows } = currentTestRun();
const faultCount = 30;
const goodCount = consoleRows - faultCount;
/** A row costs some ten PSA requests, and some 20 ms on two cores. */
const doneWithinMs = 60_000 + consoleRows * 300;

/** By keyboard, like everything here. */
export async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    pressOn(page.getByRole('button', { name: 'Choose a file' })),
  ]);
  await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

/** The next step is shown once it is drawn: until then the button is still that of the step before. */
export async function continueTo(page: Page, step: 'Match' | 'Review'): Promise<void> {
  await pressOn(page.getByRole('button', { name: 'Continue' }));
  const next = page.getByRole('region', { name: step, exact: true });
  await next.waitFor();
  await next.and(page.locator(':focus')).waitFor();
}

export const imported = { rows: consoleRows, faults: faultCount };

type Picture = (page: Page, name: string) => Promise<void>;

/**
 * A file with 30 errors goes through all steps: mapping, errors, dry run, commit, and the download of the
 * failed rows, which it returns.
 */
export async function importWithFaults(page: Page, system: ConsoleSystem, picture: Picture): Promise<string> {
  const rows = Array.from(
    { length: goodCount },
    (_, n) => `Person ${n};person.${n}@example.com;Company ${n};`,
  );
  const faulty = [
    '<img src=x onerror=alert(1)>;nonsense;One;=1+1',
    'Person 0;person.0@example.com;Company 0;',
    ...Array.from({ length: faultCount - 2 }, (_, n) => `Wrong ${n};nonsense.${n};Broken ${n};`),
  ];
  await chooseFile(page, 'leads.csv', ['Full name;Mail;Compnay;Notes', ...rows, ...faulty].join('\r\n'));
  await page.getByText(`${consoleRows.toLocaleString('en')} leads in 4 columns.`).waitFor();
  await continueTo(page, 'Match');
  expect(await page.locator('input[aria-label="Field of the column Compnay"]').inputValue()).toBe('Company');
  await typeInto(page.getByLabel('Save this mapping as'), 'Trade fairs');
  await pressOn(page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByText('Mapping saved as “Trade fairs”').waitFor();
  await continueTo(page, 'Review');
  await page.getByText(`${faultCount} rows have errors.`).waitFor();
  await pressOn(page.getByRole('radio', { name: /^All/u, checked: true }), 'ArrowRight');
  await page.getByText('Invalid email address').first().waitFor();
  await page.getByText('Same email as row 2').waitFor();
  expect(await page.getByText('<img src=x onerror=alert(1)>').count()).toBe(1);
  await picture(page, 'import-review');

  await pressOn(page.getByRole('button', { name: 'Dry run', exact: true }));
  await page.getByRole('region', { name: 'Summary' }).waitFor({ timeout: doneWithinMs });
  await page.getByText(`${goodCount.toLocaleString('en')} leads to create`).waitFor();
  await pressOn(page.getByRole('button', { name: 'Show plan' }).first());
  await page.getByText('Ticket: create').first().waitFor();
  await picture(page, 'dry-run');
  expect(system.simulator.tickets()).toHaveLength(0);

  await pressOn(page.getByRole('button', { name: `Import ${goodCount.toLocaleString('en')} leads` }));
  await page.getByRole('region', { name: 'Summary' }).waitFor({ state: 'hidden' });
  await done(page, goodCount, faultCount);
  expect(system.simulator.tickets()).toHaveLength(goodCount);
  // Not by its address: the file is in the memory of the page.
  await pressOn(page.getByRole('button', { name: 'Filter', exact: true }));
  await pressOn(page.getByRole('button', { name: 'Outcome', exact: true }));
  await pressOn(page.getByRole('button', { name: 'Failed', exact: true }));
  await page.getByRole('button', { name: 'Outcome: Failed' }).waitFor();
  await page.getByText('The lead in row 2 is the same one').waitFor();
  await picture(page, 'job');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    pressOn(page.getByRole('button', { name: 'Failed rows as CSV' })),
  ]);
  expect(download.suggestedFilename()).toBe('failed-leads.csv');
  return await readFile(await download.path(), 'utf8');
}

/** The table of failed rows is imported unchanged, except for its corrected addresses. */
export async function importCorrected(page: Page, system: ConsoleSystem, table: string): Promise<void> {
  let corrected = 0;
  const text = table.replaceAll(/,(nonsense[.\d]*|person\.0@example\.com),/gu, () => {
    corrected += 1;
    return `,corrected.${corrected}@example.com,`;
  });
  expect(corrected).toBe(faultCount);
  await chooseFile(page, 'failed-leads.csv', text);
  await continueTo(page, 'Match');
  await chooseFrom(
    page.getByRole('combobox', { name: 'Use a saved mapping' }),
    page.getByRole('option', { name: 'Trade fairs' }),
  );
  await continueTo(page, 'Review');
  await page.getByText('No errors were found.').waitFor();
  await importWithoutDryRun(page);
  await page.getByRole('heading', { name: 'failed-leads.csv', level: 1 }).waitFor();
  await done(page, faultCount, 0);
  expect(system.simulator.tickets()).toHaveLength(consoleRows);
}

/** On the step of the review, past the question. */
export async function importWithoutDryRun(page: Page): Promise<void> {
  await pressOn(page.getByRole('button', { name: 'Import without a dry run' }));
  await pressOn(page.getByRole('dialog').getByRole('button', { name: /^Import [\d,]+ leads?$/u }));
}

async function done(page: Page, succeeded: number, failed: number): Promise<void> {
  const [all, well, badly] = [succeeded + failed, succeeded, failed].map((count) =>
    count.toLocaleString('en'),
  );
  await page
    .getByText(`${all} of ${all} done: ${well} succeeded, ${badly} failed.`)
    .waitFor({ timeout: doneWithinMs });
}
