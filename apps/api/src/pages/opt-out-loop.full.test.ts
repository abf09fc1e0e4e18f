import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestSystem } from '@leadbridge/devkit';

import { browserProgram, startBrowser, type TestBrowser } from './testing/browser.js';
import { startOptOutSystem } from './testing/opt-out-system.js';

if (browserProgram === null) {
  it('runs no browser: this machine has no chromium', () => {
    process.stdout.write('The loop of an opt-out was not tested in a browser: there is no chromium here\n');
    expect(browserProgram).toBeNull();
  });
} else {
  describe('an opt-out that a person sets in the PSA', tickedOptOut);
}

function tickedOptOut(): void {
  const email = 'jo.ann@example.com';
  let system: TestSystem;
  let browser: TestBrowser;

  beforeAll(async () => {
    system = await startOptOutSystem();
    browser = await startBrowser({ width: 1200, height: 900 });
  });

  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  it('reaches the provider and our suppressions', async () => {
    const { simulator } = system;
    const id = simulator.seedTicket({
      emailaddress: email,
      customfields: { 101: 'Provider A', 105: false },
    });
    const page = await browser.newPage();
    await page.goto(`${simulator.url}/#${id}`);
    await page.locator('label', { hasText: 'CF_105' }).locator('input').check();
    await page.click('button.main');

    await expectSoon(() => JSON.stringify(simulator.suppressionLists.list('provider_a')), email);
    await expectSoon(suppressions, '"status":"suppressed"');
    expect(await suppressions()).toContain(`"ticket_id":${id}`);
    expect(simulator.ticket(id)?.customfields[105]).toBe(true);
  });

  async function suppressions(): Promise<string> {
    const response = await fetch(`${system.baseUrl}/api/v1/suppressions`, {
      headers: { Authorization: `Bearer ${system.adminKey}` },
    });
    return await response.text();
  }
}

/** @throws Error if the text does not appear within a minute */
async function expectSoon(read: () => string | Promise<string>, text: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  let found = await read();
  while (!found.includes(text) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    found = await read();
  }
  expect(found).toContain(text);
}
