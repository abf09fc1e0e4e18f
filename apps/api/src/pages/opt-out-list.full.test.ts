import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { browserProgram, startBrowser, type TestBrowser } from './testing/browser.js';
import { startConsoleSystem, type ConsoleSystem } from './testing/console-system.js';
import { chooseFile } from './testing/import-in-browser.js';
import { pressOn, typeInto } from './testing/keyboard.js';
import { signInAt } from './testing/sign-in.js';

let system: ConsoleSystem;
let browser: TestBrowser | null = null;

beforeAll(async () => {
  system = await startConsoleSystem();
  browser = browserProgram === null ? null : await startBrowser({ width: 1_200, height: 900 });
});

afterAll(async () => {
  await browser?.close();
  await system.stop();
});

it('an operator adds a list of opt-outs: its columns are matched, its unreadable rows named, and it is tried and taken', async () => {
  if (browser === null) {
    expect(browserProgram).toBeNull();
    return;
  }
  const page = await browser.newPage();
  const operator = await system.addPerson('operator');
  await signInAt(page, `${system.baseUrl}/console/opt-outs/import`, operator);

  const rows = ['ada@listed.example;', ';@listed.example.org', 'nonsense;', 'ada@listed.example;'];
  await chooseFile(page, 'opt-outs.csv', ['Work Email;Domain', ...rows].join('\r\n'));
  await page.getByText('4 rows, 1 of them unreadable.').waitFor();
  await page.getByText(/Row 4: email/u).waitFor();
  expect(await page.locator('input[aria-label="Field of the column Domain"]').inputValue()).toBe('Domain');
  await pressOn(page.getByRole('button', { name: 'Dry run', exact: true }));
  const summary = page.getByRole('region', { name: 'Summary' });
  await summary.getByText('2 rows to add').waitFor();
  await summary.getByText('1 row known already').waitFor();
  await summary.getByText('1 row with errors').waitFor();
  await page.getByRole('row', { name: /^4 .*Failed/u }).waitFor();

  await page.goto(`${system.baseUrl}/console/opt-outs/import`);
  await chooseFile(page, 'opt-outs.csv', ['Work Email;Domain', ...rows].join('\r\n'));
  await pressOn(page.getByRole('button', { name: 'Add without a dry run' }));
  await page.getByText('4 of 4 done: 3 succeeded, 1 failed.').waitFor();
  await page.goto(`${system.baseUrl}/console/opt-outs`);
  await page.getByText('listed.example.org').waitFor();
  await page.getByText('ada@listed.example', { exact: true }).waitFor();
});

it('an opt-out that names nobody says what is missing, and the focus stays in the form', async () => {
  if (browser === null) {
    expect(browserProgram).toBeNull();
    return;
  }
  const page = await browser.newPage();
  await signInAt(page, `${system.baseUrl}/console/opt-outs`, await system.addPerson('operator'));
  await pressOn(page.getByRole('button', { name: 'Add an opt-out' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').and(page.locator(':focus')).waitFor();
  await typeInto(dialog.getByLabel('First name'), 'Ada');
  const record = dialog.getByRole('button', { name: 'Record opt-out' });
  await pressOn(record);
  await dialog.getByRole('alert').getByText('Name a lead ID, an email', { exact: false }).waitFor();
  await record.and(page.locator(':focus')).waitFor();
  await typeInto(dialog.getByLabel('Email'), 'ada@example');
  await pressOn(record);
  await dialog.getByLabel('Email').and(page.locator('[aria-invalid=true]:focus')).waitFor();
  expect(await dialog.getByRole('alert').count()).toBe(0);
  await page.close();
});
