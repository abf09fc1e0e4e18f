import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { checkout, compiler, offerHelp, requireNode } from './lib/checkout.mjs';
import {
  heyApi,
  leadKinds,
  openapiFetch,
  python as pythonSample,
  typescriptFetch,
  withLead,
} from './lib/client-samples.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { expectedWarnings } from './lib/expected-warnings.mjs';
import { run, runNode } from './lib/run.mjs';

offerHelp(`
npm run check:clients

Lints the OpenAPI document (redocly), generates clients from it with openapi-typescript and openapi-fetch, @hey-api/openapi-ts and
OpenAPI Generator (typescript-fetch and python), and compiles a program with each: importing a lead must compile, and a lead with a
wrong type must not. Tools are installed into a temporary folder; OpenAPI Generator needs Java 11 or newer, and its package Python 3.
No part of npm test: it takes minutes and the registries of npm and Python.
`);
requireNode();
await ensureInstalled();
await ensureBuilt();

const npmTools = {
  '@redocly/cli': '2.77.0',
  '@hey-api/openapi-ts': '0.99.0',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
  typescript: '5.9.3',
};
const generator = 'openapi-generator-cli==7.26.0';

const folder = mkdtempSync(join(tmpdir(), 'leadbridge-clients-'));
const documentFile = join(folder, 'openapi.json');
const failed = [];

/** Runs one check, which returns what is wrong, or nothing. */
async function check(name, work) {
  const startedAt = performance.now();
  const problem = await work().catch((error) => error.message);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(
    problem ? `FAILED  ${name} (${seconds} s)\n${problem.trim()}\n` : `ok      ${name} (${seconds} s)\n`,
  );
  if (problem) {
    failed.push(name);
  }
}

/** Runs a tool; throws what it said where it fails. */
async function must(result) {
  const { exitCode, output } = await result;
  if (exitCode !== 0) {
    throw new Error(output.split('\n').slice(-40).join('\n'));
  }
}

function npmTool(name, ...parameters) {
  return run(join(folder, 'node_modules', '.bin', name), parameters, { quiet: true });
}

async function writeDocument() {
  const built = (file) => import(pathToFileURL(join(checkout, 'apps', 'api', 'dist', file)).href);
  const { buildDocument } = await built('openapi/build-document.js');
  const { routeTable } = await built('routes/index.js');
  writeFileSync(documentFile, JSON.stringify(await buildDocument(routeTable)));
}

async function installNpmTools() {
  const manifest = { private: true, type: 'module', dependencies: npmTools };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const options = ['--no-audit', '--no-fund', '--prefix', folder];
  await must(run('npm', ['install', ...options], { quiet: true }));
}

async function lint() {
  writeFileSync(join(folder, 'redocly.yaml'), 'extends:\n  - recommended\n');
  const configuration = join(folder, 'redocly.yaml');
  const { output } = await npmTool(
    'redocly',
    ...['lint', documentFile, '--format=json', '--config', configuration, '--max-problems=1000'],
  );
  const report = JSON.parse(output.slice(output.indexOf('{\n'), output.lastIndexOf('}') + 1));
  const found = report.problems.map(({ ruleId, severity, message, location }) => ({
    id: `${ruleId} ${location[0]?.pointer}`,
    text: `${severity} ${ruleId}: ${message} (${location[0]?.pointer})`,
  }));
  const expected = new Set(expectedWarnings.map(({ rule, pointer }) => `${rule} ${pointer}`));
  const unexpected = found.filter(({ id }) => !expected.has(id)).map(({ text }) => text);
  const gone = [...expected].filter((id) => !found.some((problem) => problem.id === id));
  return [...unexpected, ...gone.map((id) => `Expected, and not warned of any more: ${id}`)].join('\n');
}

/** Compiles the sample with each lead; returns what should compile and does not, or the other way round. */
async function compileSamples(client, sample) {
  const problems = [];
  for (const kind of leadKinds) {
    writeFileSync(join(folder, client, 'sample.ts'), withLead(sample, kind));
    const options = [
      '--ignoreConfig',
      '--strict',
      '--noEmit',
      '--skipLibCheck',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom,dom.iterable',
    ];
    const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', ''];
    const { exitCode, output } = await runNode(
      [compiler, ...options, ...modules, join(folder, client, 'sample.ts')],
      { quiet: true },
    );
    if ((exitCode === 0) === (kind === 'wrong')) {
      problems.push(kind === 'wrong' ? 'A lead with a wrong type compiles' : `${kind}: ${output}`);
    }
    if (kind === 'wrong' && exitCode !== 0 && !/email|LeadInput|FlatLead/u.test(output)) {
      problems.push(`A lead with a wrong type fails for another reason: ${output}`);
    }
  }
  return problems.join('\n');
}

async function checkOpenapiFetch() {
  mkdirSync(join(folder, 'openapi-fetch'));
  const types = join(folder, 'openapi-fetch', 'schema.d.ts');
  await must(npmTool('openapi-typescript', documentFile, '-o', types));
  return await compileSamples('openapi-fetch', openapiFetch);
}

async function checkHeyApi() {
  await must(
    npmTool('openapi-ts', '-i', documentFile, '-o', join(folder, 'hey-api', 'generated'), '--silent'),
  );
  return await compileSamples('hey-api', heyApi);
}

const virtualPython = join(folder, 'python', 'bin', 'python');

async function generate(kind, target, from = documentFile) {
  const tool = join(folder, 'python', 'bin', 'openapi-generator-cli');
  await must(run(tool, ['generate', '-i', from, '-g', kind, '-o', target], { quiet: true }));
}

async function checkTypescriptFetch() {
  await generate('typescript-fetch', join(folder, 'typescript-fetch', 'generated'));
  return await compileSamples('typescript-fetch', typescriptFetch);
}

async function checkPython() {
  const target = join(folder, 'python-client');
  // Of events, which a client receives and does not send, this generator makes functions that do not compile.
  const { webhooks: _events, ...calls } = JSON.parse(readFileSync(documentFile, 'utf8'));
  const callsFile = join(folder, 'calls.json');
  writeFileSync(callsFile, JSON.stringify(calls));
  await generate('python', target, callsFile);
  const pip = ['-m', 'pip', 'install', '--quiet', '-r', join(target, 'requirements.txt')];
  await must(run(virtualPython, pip, { quiet: true }));
  await must(run(virtualPython, ['-m', 'compileall', '-q', join(target, 'openapi_client')], { quiet: true }));
  writeFileSync(join(target, 'sample.py'), pythonSample);
  await must(run(virtualPython, [join(target, 'sample.py')], { quiet: true }));
}

/** What OpenAPI Generator lacks on this machine; null where it is installed. */
async function prepareGenerator() {
  const java = await run('java', ['-version'], { quiet: true });
  const python = await run('python3', ['-m', 'venv', join(folder, 'python')], { quiet: true });
  const lacking = [
    ...(java.exitCode === 0 ? [] : ['Java 11 or newer (`java`)']),
    ...(python.exitCode === 0 ? [] : ['Python 3 with venv (`python3 -m venv`)']),
  ];
  if (lacking.length > 0) {
    return `OpenAPI Generator was not run: this machine lacks ${lacking.join(' and ')}.`;
  }
  await must(run(virtualPython, ['-m', 'pip', 'install', '--quiet', generator], { quiet: true }));
  return null;
}

try {
  await check('the document', writeDocument);
  await check('tools of npm', installNpmTools);
  await check('redocly lint', lint);
  await check('openapi-typescript and openapi-fetch', checkOpenapiFetch);
  await check('@hey-api/openapi-ts', checkHeyApi);
  await check('OpenAPI Generator', prepareGenerator);
  if (!failed.includes('OpenAPI Generator')) {
    await check('OpenAPI Generator, typescript-fetch', checkTypescriptFetch);
    await check('OpenAPI Generator, python', checkPython);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(
  failed.length === 0
    ? 'The document is clean, and every client compiles.\n'
    : `Failed: ${failed.join(', ')}.\n`,
);
process.exit(failed.length === 0 ? 0 : 1);
