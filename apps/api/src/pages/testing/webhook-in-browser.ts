import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';

/** A webhook is made, its secret shown once; what its receiver refused is sent again by hand. */
export async function redeliverByHand(page: Page): Promise<void> {
  const ids: (string | undefined)[] = [];
  // A test is sent once.
  const server = createServer((request, response) => {
    ids.push(request.headers['webhook-id']?.toString());
    response.writeHead(ids.length === 1 ? 503 : 200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  try {
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByLabel('Target').fill(target);
    await page.getByRole('combobox', { name: 'Events' }).fill('lead.created');
    await page.keyboard.press('Enter');
    // Away from the list of events, which covers the button.
    await page.keyboard.press('Tab');
    await page.locator('[role=dialog] button[type=submit]').click();
    await page.getByText('It is shown only once.').waitFor();
    expect(await page.locator('pre').textContent()).toMatch(/^whsec_/u);
    await page.getByRole('link', { name: target }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    // Without a reload: the list is read again while something of it is on its way.
    const again = page.getByRole('button', { name: /^Send the delivery .* again$/u });
    await again.waitFor({ timeout: 30_000 });
    expect(await page.getByText(/503 after \d+ ms/u).count()).toBe(1);
    await again.click();
    await page.getByText(/200 after \d+ ms/u).waitFor({ timeout: 30_000 });
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
