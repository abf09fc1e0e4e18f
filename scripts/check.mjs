import { offerHelp, requireNode } from './lib/checkout.mjs';
import { everyCheck, runChecks } from './lib/check-steps.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';

offerHelp(`
npm run check

Checks everything that needs no test: types (of the tests too), lint, format, package boundaries and import cycles, words,
dead code. Every step runs, says how it ended, and what to run to see it alone.
`);
requireNode();
await ensureInstalled();
const failed = await runChecks(everyCheck);
process.stdout.write(failed.length === 0 ? 'All checks passed.\n' : `Failed: ${failed.join(', ')}.\n`);
process.exit(failed.length === 0 ? 0 : 1);
