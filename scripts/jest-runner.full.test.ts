import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const inCheckout = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadbridge-runner-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Runs the test files of the folder in two worker processes, which begin with `preload`, and returns what Jest prints. */
async function runJest(files: Readonly<Record<string, string>>, preload = ''): Promise<string> {
  const config = {
    rootDir: folder,
    testMatch: ['<rootDir>/*.test.mjs'],
    transform: {},
    runner: inCheckout('packages/devkit/jest/runner.mjs'),
  };
  const all = { ...files, 'preload.mjs': preload, 'config.json': JSON.stringify(config) };
  await Promise.all(Object.entries(all).map(([name, text]) => writeFile(join(folder, name), text)));
  const jest = [
    inCheckout('node_modules/jest/bin/jest.js'),
    `--config=${join(folder, 'config.json')}`,
    '--maxWorkers=2',
  ];
  const env = {
    ...process.env,
    NODE_OPTIONS: `--enable-source-maps --import=${pathToFileURL(join(folder, 'preload.mjs')).href}`,
  };
  const print = ({ stdout, stderr }: { stdout: string; stderr: string }): string => stdout + stderr;
  return await promisify(execFile)(process.execPath, jest, { env, timeout: 60_000 }).then(print, print);
}

describe('the runner of the tests', () => {
  it('gives its settings to a worker process that starts later than another', async () => {
    const test = `import { it } from '@jest/globals'; it('passes', () => {});`;
    const late = `if (process.env.TINYPOOL_WORKER_ID === '2') { await new Promise((go) => setTimeout(go, 1_500)); }`;
    const printed = await runJest({ 'one.test.mjs': test, 'other.test.mjs': test }, late);
    expect(printed).toContain('Tests:       2 passed, 2 total');
  });

  it('ends a file after the first test that comes to no end, and cleans up after it', async () => {
    const test = `
      import { afterAll, it } from '@jest/globals';
      it('hangs', () => new Promise(() => {}), 50);
      it('follows', () => {});
      afterAll(() => { process.stdout.write('cleaned up\\n'); });`;
    const printed = await runJest({ 'one.test.mjs': test });
    expect(printed).toContain('Not finished after 50 ms.');
    expect(printed).toContain('Not run: something before it in this file came to no end.');
    expect(printed).toContain('cleaned up');
    expect(printed).toContain('Tests:       2 failed, 2 total');
  });

  it('loads a test file as if from where it stands', async () => {
    const test = `
      import { it } from '@jest/globals';
      import { readFileSync } from 'node:fs';
      import settings from './config.json';
      it('finds what stands beside it', () => {
        if (readFileSync(new URL('./config.json', import.meta.url), 'utf8') !== JSON.stringify(settings)) throw new Error();
      });
      it('fails', () => {
        throw new Error('On purpose.');
      });`;
    const printed = await runJest({ 'one.test.mjs': test });
    expect(printed).toContain('Tests:       1 failed, 1 passed, 2 total');
    expect(printed).toMatch(/On purpose\.\n.*\/one\.test\.mjs:9:15/u);
  });
});
