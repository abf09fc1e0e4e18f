import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';

import { pressOn, skipToContent, typeInto } from './keyboard.js';
import { faultsOf, prepareLooks } from './screen-faults.js';

/**
 * By keyboard only: a webhook is created, its secret shown once, and an event that its receiver rejected is
 * sent again manually.
 */
export async function redeliverByHand(page: Page): Promise<void> {
  const ids: (string | undefined)[] = [];
  // A test is sent once.
  const server = createServer((request, response) => {
    ids.push(request.headers['webhook-id']?.toString());
    response
      .writeHead(ids.length === 1 ? 503 : 200, { 'set-cookie': 'session=hidden', 'x-target': 'mine' })
      .end(`No. ${ids.length}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  try {
    await skipToContent(page);
    await pressOn(page.getByRole('button', { name: 'Add a webhook' }));
    await typeInto(page.getByLabel('Target'), target);
    await typeInto(page.getByRole('combobox', { name: 'Events' }), 'lead.created');
    await page.keyboard.press('Enter');
    await pressOn(page.locator('[role=dialog] button[type=submit]'));
    await page.getByText('It is shown only once.').waitFor();
    expect(await page.locator('pre').textContent()).toMatch(/^whsec_/u);
    await pressOn(page.getByRole('link', { name: target }));
    await pressOn(page.getByRole('button', { name: 'Send a test' }));
    // Without a reload: the list is refreshed while a delivery is in progress.
    const again = page.getByRole('button', { name: /^Send the delivery .* again$/u });
    await again.waitFor({ timeout: 30_000 });
    await page.getByText(/503 after \d+ ms/u).waitFor();
    await pressOn(page.getByRole('button', { name: 'webhook.test' }));
    const drawer = page.getByRole('dialog');
    const request = drawer.getByRole('region', { name: 'Request' });
    await request.getByText('[masked]').first().waitFor();
    expect(await request.getByRole('row', { name: /x-webhook-event webhook\.test/iu }).count()).toBe(1);
    expect(await request.locator('pre').textContent()).toContain('"type": "webhook.test"');
    const response = drawer.getByRole('region', { name: 'Response' });
    expect(await response.getByRole('row').allTextContents()).toEqual(
      expect.arrayContaining(['set-cookie[masked]', 'x-targetmine']),
    );
    expect(await response.locator('pre').textContent()).toBe('No. 1');
    await prepareLooks(page);
    expect(await faultsOf(page, 'a delivery')).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    await pressOn(again);
    await page.getByText(/200 after \d+ ms \(attempt 2\)/u).waitFor({ timeout: 30_000 });
    await page.getByText('50 %', { exact: true }).waitFor({ timeout: 30_000 });
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
