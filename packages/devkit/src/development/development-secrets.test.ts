import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { developmentSecrets } from './development-secrets.js';

describe('developmentSecrets', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'leadbridge-test-'));
  });

  afterEach(async () => {
    await rm(directory, { recursive: true, force: true });
  });

  it('makes secrets once, and keeps them for their owner alone', async () => {
    const first = await developmentSecrets({}, directory);
    expect(Buffer.from(first.ENCRYPTION_KEY, 'base64')).toHaveLength(32);
    expect(first.WEBHOOK_INBOUND_SECRET.length).toBeGreaterThanOrEqual(32);
    expect(first.BOOTSTRAP_API_KEY).toMatch(/^lbk_[\w-]{32}$/);
    expect(await developmentSecrets({}, directory)).toEqual(first);
    expect((await stat(join(directory, 'secrets.json'))).mode & 0o777).toBe(0o600);
  });

  it('prefers those of the environment, and does not write them down', async () => {
    const given = await developmentSecrets({ BOOTSTRAP_API_KEY: 'lbk_given' }, directory);
    expect(given.BOOTSTRAP_API_KEY).toBe('lbk_given');
    expect(await readFile(join(directory, 'secrets.json'), 'utf8')).not.toContain('lbk_given');
  });

  it('keeps what is there and adds what is missing', async () => {
    await writeFile(join(directory, 'secrets.json'), '{"ENCRYPTION_KEY":"kept"}');
    const secrets = await developmentSecrets({}, directory);
    expect(secrets.ENCRYPTION_KEY).toBe('kept');
    expect(await developmentSecrets({}, directory)).toEqual(secrets);
  });
});
