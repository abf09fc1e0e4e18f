import { join } from 'node:path';

import { checkout, offerHelp, requireNode } from './lib/checkout.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

offerHelp(`
npm run drills [-- <number or name> ...] [--seed <number>] [--times <number>] [--lanes <number>] [--soak]

Puts the service, as processes of its own on real servers and a simulated PSA, through what can go wrong, and holds what comes of it
against what the README promises. Three drills run side by side (--lanes 1: one
by one, for a closer look). Each prints a line: PASS, FAIL or SKIP (it could not be run here), its figures, its seconds.
drills/report.json and drills/report.md tell all of the last run. Ends with 0 only where every drill passed.
`);
requireNode();
await ensureInstalled();
await ensureBuilt();

const { exitCode } = await runNode([
  '--import=tsx',
  '--conditions=leadbridge-source',
  join(checkout, 'drills', 'index.ts'),
  ...process.argv.slice(2),
]);
process.exit(exitCode);
