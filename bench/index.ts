import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';

import { startTestRun } from '@leadbridge/devkit';

import type { Figure, Measurement } from './figure.js';
import { acceptLead } from './figures/accept-lead.js';
import { analytics } from './figures/analytics.js';
import { besidePsa } from './figures/beside-psa.js';
import { budgetUse } from './figures/budget-use.js';
import { bulkMemory } from './figures/bulk-memory.js';
import { bulkRequests } from './figures/bulk-requests.js';
import { consoleFigures } from './figures/console.js';
import { dryRun } from './figures/dry-run.js';
import { edge } from './figures/edge.js';
import { estimate } from './figures/estimate.js';
import { halopsaRequests } from './figures/halopsa-requests.js';
import { eventLoop } from './figures/event-loop.js';
import { leadHistory } from './figures/lead-history.js';
import { leadsPerSecond } from './figures/leads-per-second.js';
import { mirrorGrowth } from './figures/mirror-growth.js';
import { mirrorIdle } from './figures/mirror-idle.js';
import { mirrorLookUps } from './figures/mirror-look-ups.js';
import { optOutList } from './figures/opt-out-list.js';
import { reconciliation } from './figures/reconciliation.js';
import { recordGrowth } from './figures/record-growth.js';
import { roundTrips } from './figures/round-trips.js';
import { sharedLimit } from './figures/shared-limit.js';
import { singleImport } from './figures/single-import.js';
import { undo } from './figures/undo.js';
import { undoStorage } from './figures/undo-storage.js';
import { webhookDeliveries } from './figures/webhook-deliveries.js';
import { tableOf } from './table.js';

const measurements: readonly Measurement[] = [
  edge,
  acceptLead,
  eventLoop,
  singleImport,
  roundTrips,
  bulkRequests,
  halopsaRequests,
  ...[0, 1_000, 10_000, 40_000].map((held) => besidePsa(held)),
  besidePsa(40_000, 'halopsa'),
  mirrorGrowth,
  mirrorIdle,
  mirrorLookUps,
  leadsPerSecond,
  budgetUse,
  estimate,
  sharedLimit,
  bulkMemory,
  optOutList,
  recordGrowth,
  dryRun,
  undo,
  undoStorage,
  leadHistory,
  reconciliation('reconciliation'),
  reconciliation('reconciliation-mirrored', { env: { PSA_MIRROR: 'on' } }),
  reconciliation('reconciliation-halopsa', {
    env: { PSA_DIALECT: 'halopsa' },
    simulator: { psaDialect: 'halopsa' },
  }),
  analytics,
  webhookDeliveries,
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
