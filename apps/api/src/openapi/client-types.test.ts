import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { describe, expect, it } from '@jest/globals';

import { routeTable } from '../routes/index.js';
import { buildDocument } from './build-document.js';

const generator = fileURLToPath(new URL('../../../../scripts/generate-client.mjs', import.meta.url));

describe('the types of the client', () => {
  it('are those of the document (`npm run generate:client` regenerates them)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leadbridge-types-'));
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(await buildDocument(routeTable)));
    // In its own process: the compiler that it loads is slow within a test.
    const check = promisify(execFile)(process.execPath, [generator, '--check', file]);
    const said = await check.then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    );
    await rm(folder, { recursive: true });
    expect(said).toBe('The types of packages/client are those of the document.\n');
  });
});
