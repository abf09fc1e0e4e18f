import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { checkout, fail, offerHelp, requireNode } from './lib/checkout.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

offerHelp(`
npm run bench [-- <name> ...]

Measures Leadbridge on real servers and prints a table with minimum, median and maximum; the same as JSON goes to
bench-results/. Names choose single measurements; without a name all of them run.
`);
requireNode();
await ensureInstalled();
await ensureBuilt();

const entry = join(checkout, 'bench', 'index.ts');
if (!existsSync(entry)) {
  fail('There is no bench/index.ts to run');
}
const { exitCode } = await runNode([
  '--import=tsx',
  '--conditions=leadbridge-source',
  entry,
  ...process.argv.slice(2),
]);
process.exit(exitCode);
