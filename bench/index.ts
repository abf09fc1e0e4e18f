import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';

import { startTestRun } from '@leadbridge/devkit';

import type { Figure, Measurement } from './figure.js';
import { analytics } from './figures/analytics.js';
import { besidePsa } from './figures/beside-psa.js';
import { bulkRequests } from './figures/bulk-requests.js';
import { consoleFigures } from './figures/console.js';
import { eventLoop } from './figures/event-loop.js';
import { halopsaRequests } from './figures/halopsa-requests.js';
import { leadsPerSecond } from './figures/leads-per-second.js';
import { singleImport } from './figures/single-import.js';
import { webhookDeliveries } from './figures/webhook-deliveries.js';
import { tableOf } from './table.js';

/** What users notice: how fast a lead and a file arrive, what that takes from the PSA's limit, and whether screens and webhooks wait. */
const measurements: readonly Measurement[] = [
  singleImport,
  leadsPerSecond,
  bulkRequests,
  halopsaRequests,
  ...[0, 1_000, 40_000].map((held) => besidePsa(held)),
  besidePsa(40_000, 'halopsa'),
  eventLoop,
  webhookDeliveries,
  analytics,
  consoleFigures,
];

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !measurements.some((each) => each.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `Unknown: ${unknown.join(', ')}. There are ${measurements.map(({ name }) => name).join(', ')}`,
    );
  }
  const chosen = measurements.filter(({ name }) => names.length === 0 || names.includes(name));
  const run = await startTestRun(process.env, 'build');
  const figures: Figure[] = [];
  try {
    for (const measurement of chosen) {
      process.stdout.write(`\n${measurement.title}\n`);
      const measured = await measurement.run();
      process.stdout.write(`${tableOf(measured)}\n`);
      figures.push(...measured);
    }
  } finally {
    await run.end();
  }
  const at = new Date().toISOString();
  await mkdir('bench-results', { recursive: true });
  await writeFile(
    `bench-results/${at.replace(/[:.]/g, '-')}.json`,
    `${JSON.stringify({ at, node: process.version, cores: cpus().length, memory: totalmem(), figures }, null, 2)}\n`,
  );
  process.stdout.write(`\nAll figures of this run\n${tableOf(figures)}\n`);
}

await main(process.argv.slice(2));
