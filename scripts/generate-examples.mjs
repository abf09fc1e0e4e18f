import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';

import { checkout, offerHelp, requireNode } from './lib/checkout.mjs';
import { runNode } from './lib/run.mjs';

offerHelp(`
npm run generate:examples -- <path> ... [--all]

Runs the test files whose path contains one of these, and records an example of each response of the API that has none, or whose example
its schema no longer lets through: apps/api/src/openapi/generated/response-examples.ts. Ids, times and secrets are replaced. With --all
no example of before is kept: run it with apps/api/src/routes and tests/system.
`);
requireNode();

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false } },
});
const folder = mkdtempSync(join(tmpdir(), 'leadbridge-responses-'));
try {
  const recorder = pathToFileURL(join(checkout, 'scripts', 'lib', 'record-responses.mjs')).href;
  const environment = {
    ...process.env,
    RECORD_RESPONSES: folder,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${recorder}`,
  };
  // A test may fail here: the example that it asks for is what is missing.
  await runNode([join(checkout, 'scripts', 'test.mjs'), ...positionals], { environment });
  const write = join(checkout, 'scripts', 'lib', 'write-examples.mjs');
  const parameters = ['--conditions=leadbridge-source', '--import=tsx', write, folder];
  const { exitCode } = await runNode([...parameters, ...(values.all ? ['--all'] : [])]);
  process.exitCode = exitCode;
} finally {
  rmSync(folder, { recursive: true });
}
