import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { BinaryCache } from './binary-cache.js';
import { explainPipFailure } from './python-wheel.js';
import { searchPathSource } from './search-path.js';
import { mongod } from './server-program.js';

let folder: string;

/** A program that tells a version as mongod does. */
async function writeProgram(directory: string, version: string, name = 'mongod'): Promise<string> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, name);
  await writeFile(path, `#!/bin/sh\necho "db version v${version}"\n`);
  await chmod(path, 0o755);
  return path;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadbridge-test-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('BinaryCache', () => {
  it('returns what it keeps', async () => {
    const cache = new BinaryCache(join(folder, 'cache'));
    const path = await cache.keep(mongod, await writeProgram(folder, '6.0.5'));
    expect(await cache.source(mongod).look()).toEqual({
      found: true,
      path,
      detail: 'version 6.0.5, kept from an earlier start',
    });
  });

  it('refuses a binary that was changed since', async () => {
    const cache = new BinaryCache(join(folder, 'cache'));
    const path = await cache.keep(mongod, await writeProgram(folder, '6.0.5'));
    await writeFile(path, 'something else');
    expect(await cache.source(mongod).look()).toMatchObject({
      found: false,
      reason: expect.stringContaining('hash'),
    });
  });

  it('is empty at first', async () => {
    expect(await new BinaryCache(folder).source(mongod).look()).toMatchObject({ found: false });
  });
});

describe('searchPathSource', () => {
  it('passes over a program that is too old and takes the next one', async () => {
    await writeProgram(join(folder, 'old'), '3.6.23');
    const path = await writeProgram(join(folder, 'new'), '7.0.14');
    const searchPath = `${join(folder, 'none')}:${join(folder, 'old')}:${join(folder, 'new')}`;
    expect(await searchPathSource(mongod, searchPath, undefined, 'Install it').look()).toMatchObject({
      found: true,
      path,
    });
  });

  it('says why a program that is there cannot be used', async () => {
    const path = await writeProgram(folder, '3.6.23');
    expect(await searchPathSource(mongod, folder, undefined, 'Install it').look()).toEqual({
      found: false,
      reason: `${path} is version 3.6.23, and 4.2 or newer is needed`,
      remedy: 'Install it',
    });
  });

  it('takes a program that was named outright first', async () => {
    await writeProgram(join(folder, 'path'), '7.0.14');
    const named = await writeProgram(folder, '6.0.5', 'my-mongod');
    expect(await searchPathSource(mongod, join(folder, 'path'), named, 'Install it').look()).toMatchObject({
      path: named,
    });
  });
});

describe('explainPipFailure', () => {
  it.each([
    ['ENOENT', '', 'python3 is not installed'],
    [null, '/usr/bin/python3: No module named pip', 'python3 has no pip'],
    [
      null,
      'WARNING: Retrying after connection broken by NewConnectionError',
      "Python's package index cannot be reached",
    ],
    [null, 'ERROR: No matching distribution found', 'pip failed: ERROR: No matching distribution found'],
  ])('explains %s %s', (startError, output, reason) => {
    expect(explainPipFailure(startError, output)).toMatchObject({ reason, remedy: expect.any(String) });
  });
});
