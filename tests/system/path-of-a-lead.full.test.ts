import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { currentTestRun, type TestSystem } from '@leadbridge/devkit';

import { callerOf, flatLead } from '../support/caller.js';
import { watchExecutedFiles, type ExecutedFiles } from '../support/executed-files.js';
import { startSystemHere } from '../support/start-system-here.js';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const list = join(checkout, 'docs', 'path-of-a-lead.txt');
const mostLines = 25_300;
const warmUpImports = 5;
/** What an import leaves to do is done within the shortest of these; they differ, so that no schedule keeps step with them. */
const pausesMs = [1_000, 1_300, 1_700, 1_100, 1_900, 1_400, 1_600, 1_200];

/** Of leads that no other test of this process has: what is remembered of a name or a number is not worked out again. */
const firstLead = 9_878_731;

let system: TestSystem;
let watch: ExecutedFiles;

beforeAll(async () => {
  system = await startSystemHere({ env: { PSA_RATE_LIMIT: '100000' }, simulator: { rateLimit: 0 } });
  watch = await watchExecutedFiles(checkout);
});

afterAll(async () => {
  await watch.end();
  await system.stop();
});

/** The files that run while a new lead of an unknown company is imported. */
async function filesOfImport(number: number, pauseMs: number): Promise<ReadonlySet<string>> {
  await sleep(pauseMs);
  await watch.since();
  await callerOf(system).importLead(flatLead(number));
  return await watch.since();
}

it('of one new lead leads through the files that docs/path-of-a-lead.txt lists; WRITE_PATH=1 writes it anew', async () => {
  for (let number = 0; number < warmUpImports; number += 1) {
    await callerOf(system).importLead(flatLead(firstLead + number));
  }
  const imports: ReadonlySet<string>[] = [];
  for (const pauseMs of pausesMs) {
    imports.push(await filesOfImport(firstLead + warmUpImports + imports.length, pauseMs));
  }
  // What runs beside one of them by a schedule is not of the import.
  const [first = new Set<string>(), ...others] = imports;
  const passed = [...first].filter((file) => others.every((files) => files.has(file))).sort();
  if (currentTestRun().writesPath) {
    writeFileSync(list, `${passed.join('\n')}\n`);
  }
  const listed = readFileSync(list, 'utf8').trimEnd().split('\n');
  expect({ notListed: passed.filter((file) => !listed.includes(file)) }).toEqual({ notListed: [] });
  const hasRun = (file: string): boolean => imports.some((files) => files.has(file));
  expect({ notPassed: listed.filter((file) => !hasRun(file)) }).toEqual({ notPassed: [] });
  const lines = listed.map((file) => readFileSync(join(checkout, file), 'utf8').split('\n').length - 1);
  expect(lines.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(mostLines);
});
