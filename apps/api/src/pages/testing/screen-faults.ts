import axe from 'axe-core';
import type { Page } from 'playwright-core';

import type { ConsoleSystem } from './console-system.js';
import { inEachLook, type Look, type Looks } from './looks.js';

type Rules = Look['rules'];

/** Every finding, with the element; badges whose words are cut off; and by how much the page is wider than its window. */
const findFaults = (
  rules: Rules,
): string => `axe.run(document, { resultTypes: ['violations']${rules === 'all' ? '' : ", runOnly: ['color-contrast']"} }).then(({ violations }) => [
  [
    ...violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => id + ' ' + html.slice(0, 160) + ' ' + (any[0]?.message ?? ''))),
    ...[...document.querySelectorAll('.status, .mantine-Badge-root, .mantine-Badge-label')]
      .filter((badge) => badge.scrollWidth > badge.clientWidth + 1)
      .map((badge) => 'cut off: ' + badge.textContent),
  ],
  document.documentElement.scrollWidth - document.documentElement.clientWidth,
])`;

/** Prepares a loaded page; must be repeated after a reload. */
export async function prepareLooks(page: Page): Promise<void> {
  await page.evaluate(axe.source);
}

/**
 * Accessibility problems of the current screen, badges that are cut off, and what makes it too wide: light and
 * dark, on a desktop and on a phone.
 */
export async function faultsOf(
  page: Page,
  name: string,
  seen: (look: Look) => Promise<void> = () => Promise.resolve(),
  which: Looks = 'all',
): Promise<readonly string[]> {
  const faults: string[] = [];
  const look = async (shown: Look): Promise<void> => {
    const { scheme, width, rules } = shown;
    const [problems, overflow] = await page.evaluate<[string[], number]>(findFaults(rules));
    await seen(shown);
    const found = [...problems, ...(overflow > 0 ? [`${overflow} px too wide`] : [])];
    faults.push(...found.map((fault) => `${name}, ${scheme}, ${width} px: ${fault}`));
  };
  await inEachLook(page, look, which);
  return faults;
}

/** The screens of one record of each kind, which is created if there is none. */
export async function recordScreens(system: ConsoleSystem): Promise<readonly string[]> {
  const { lead_id: leadId } = await system.ask('POST', '/sync/leads', {
    source: 'csv',
    data: { email: 'deal@example.com', name: 'Dana Example', company: 'Deal Ltd' },
  });
  for (const status of ['researching', 'contacted', 'engaged']) {
    await system.ask('PUT', `/leads/${String(leadId)}/status`, { status });
  }
  const made = await system.ask('POST', `/prospects/convert/${String(leadId)}`, {
    qualification_data: {
      pain_points: 'Manual reporting takes days',
      budget_range: '50k-100k',
      decision_maker: true,
      fit_score: 85,
      qualified_services: 'Reporting automation',
      timeframe: 'Q3',
    },
    conversion_options: { create_opportunity: true },
    opportunity_data: { value: 60_000, probability: 40, expected_close_date: '2027-03-31' },
  });
  const { reconciliation_id: reconciliationId } = await system.ask('POST', '/reconciliations', {});
  const first = async (path: string, list: string, id: string): Promise<string> => {
    const records = (await system.ask('GET', path))[list] as readonly Record<string, unknown>[];
    const value = records[0]?.[id];
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new Error(`${path} has no record with ${id}`);
    }
    return String(value);
  };
  return [
    `/leads/${String(leadId)}`,
    `/prospects/${String(made['prospect_id'])}`,
    `/opportunities/${String(made['opportunity_id'])}`,
    `/jobs/${await first('/jobs?type=bulk_import&limit=1', 'jobs', 'job_id')}`,
    `/webhooks/${await first('/webhooks', 'webhooks', 'id')}`,
    `/reconciliations/${String(reconciliationId)}`,
  ];
}
