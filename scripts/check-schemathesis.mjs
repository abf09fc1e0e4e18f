import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { checkout, fail, offerHelp, requireNode } from './lib/checkout.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { reasonOf } from './lib/refused-with-reason.mjs';
import { run } from './lib/run.mjs';

offerHelp(`
npm run check:schemathesis

Starts the service with a simulated PSA and sends it requests that schemathesis makes from the OpenAPI document, alone and along its
links. Fails on a server error, a response that the document does not describe, and a refusal of a request that fits the document, but
for those in scripts/lib/refused-with-reason.mjs. Needs Python 3. SEED=7 repeats a run, EXAMPLES=50 makes more of it (4 an operation).
`);
requireNode();
await ensureInstalled();
await ensureBuilt();

const { SEED: seed = String(Math.floor(Math.random() * 1e9)), EXAMPLES: examples = '4' } = process.env;
const port = '39517';
const base = `http://127.0.0.1:${port}/api/v1`;
const key = 'a-key-of-this-run-and-of-no-other';
// Streams that stay open for minutes, and what would take the key or the data of the run away.
const leftOut = [
  'getChanges',
  'getJobsByJobIdEvents',
  'postErasures',
  'postApiKeysByKeyIdRotate',
  'deleteApiKeysByKeyId',
];
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'positive_data_acceptance',
];

const folder = mkdtempSync(join(tmpdir(), 'leadbridge-schemathesis-'));

async function install() {
  const made = await run('python3', ['-m', 'venv', join(folder, 'python')], { quiet: true });
  const pip = ['-m', 'pip', 'install', '--quiet', 'schemathesis==4.32.5'];
  const installed =
    made.exitCode === 0 ? await run(join(folder, 'python', 'bin', 'python'), pip, { quiet: true }) : made;
  if (installed.exitCode !== 0) {
    throw new Error(`schemathesis needs Python 3 with venv (python3 -m venv): ${installed.output}`);
  }
}

async function startService() {
  const limits = { RATE_LIMIT_PER_HOUR: '1000000', BULK_LIMIT_PER_HOUR: '100000', SYNC_WAIT_SECONDS: '5' };
  const own = { PORT: port, DATA_DIR: join(folder, 'data'), BOOTSTRAP_API_KEY: key };
  const service = spawn(process.execPath, [join(checkout, 'scripts', 'start.mjs')], {
    env: { ...process.env, ...limits, ...own },
    stdio: 'ignore',
  });
  for (let tries = 0; tries < 480; tries += 1) {
    const response = await fetch(`${base}/readyz`).catch(() => null);
    if (response?.ok) {
      return service;
    }
    await wait(500);
  }
  service.kill('SIGINT');
  throw new Error('The service did not start: see npm start');
}

async function callAll() {
  const document = await fetch(`${base}/openapi.json`, { headers: { 'X-API-Key': key } });
  writeFileSync(join(folder, 'openapi.json'), await document.text());
  writeFileSync(join(folder, 'schemathesis.toml'), '[auth]\nauto-signup = false\n');
  const options = [
    ...[
      '--config-file',
      join(folder, 'schemathesis.toml'),
      'run',
      join(folder, 'openapi.json'),
      '--url',
      base,
    ],
    ...['-H', `Authorization: Bearer ${key}`, '--seed', seed, '-n', examples, '--no-color'],
    ...['--mode', 'positive', '--phases', 'examples,fuzzing,stateful', '--request-timeout', '30'],
    ...['--continue-on-failure', '--checks', checks.join(',')],
    ...leftOut.flatMap((id) => ['--exclude-operation-id', id]),
  ];
  // It keeps a cache where it is started.
  const inFolder = ['-c', 'cd "$0" && exec "$@"', folder];
  return await run('sh', [...inFolder, join(folder, 'python', 'bin', 'schemathesis'), ...options], {
    quiet: true,
  });
}

/** What went wrong: everything but refusals with a reason. */
function problemsIn(output) {
  return output
    .split(/\n(?=\d+\. Test Case ID: )/u)
    .slice(1)
    .filter((failure) => {
      const names = [...failure.matchAll(/^- (ST\d+) /gmu)].map(([, name]) => name);
      const field = /"field":"([^"]+)"/u.exec(failure)?.[1] ?? '';
      return names.some((name) => name !== 'ST202') || reasonOf(field) === null;
    });
}

let service = null;
try {
  process.stdout.write(`Seed: ${seed}\n`);
  await install();
  service = await startService();
  const { exitCode, output } = await callAll();
  const problems = problemsIn(output);
  process.stdout.write(`${problems.join('\n')}\n${output.slice(output.indexOf('= SUMMARY =')).trim()}\n`);
  if (problems.length > 0 || exitCode > 1 || !output.includes('= SUMMARY =')) {
    process.exitCode = 1;
    process.stdout.write(output.includes('= SUMMARY =') ? '' : output);
  }
} catch (error) {
  fail(error.message);
} finally {
  if (service !== null) {
    const ended = new Promise((resolve) => service.once('exit', resolve));
    service.kill('SIGINT');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(
  process.exitCode === 1
    ? 'FAILED\n'
    : 'No server error, no undocumented response, no refusal without a reason.\n',
);
