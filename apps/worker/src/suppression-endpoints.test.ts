import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '@leadbridge/platform';

import { loadWorkerConfig } from './config.js';
import { readSuppressionEndpoints, suppressionEndpointOf } from './suppression-endpoints.js';

const read = (environment: Readonly<Record<string, string>>) =>
  readSuppressionEndpoints(environment, { production: true });
const named =
  (...names: readonly string[]) =>
  () =>
    names.map((name) => ({ name }));

describe('the addresses of the suppression lists', () => {
  it('are read for every provider in the environment', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keys-'));
    try {
      await writeFile(join(folder, 'key'), 'from a file\n');
      expect(
        read({
          PROVIDER_A_SUPPRESSION_URL: 'https://a.example/list',
          PROVIDER_ACME_DATA_SUPPRESSION_URL: 'https://acme.example/list',
          PROVIDER_ACME_DATA_SUPPRESSION_KEY_FILE: join(folder, 'key'),
          PROVIDER_C_SUPPRESSION_KEY: 'without an address',
          PROVIDER_D_SUPPRESSION_URL: '',
          OTHER_SUPPRESSION_URL: 'https://other.example',
        }),
      ).toEqual({
        A: { url: 'https://a.example/list', key: null },
        ACME_DATA: { url: 'https://acme.example/list', key: 'from a file' },
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('belong to one source each, by its name, whatever its kind', () => {
    const endpoints = read({
      PROVIDER_A_SUPPRESSION_URL: 'https://a.example',
      PROVIDER_ACME_SUPPRESSION_URL: 'https://acme.example',
    });
    const of = suppressionEndpointOf(endpoints, named('provider_a', 'acme', 'other', 'a'));
    expect(of('provider_a')?.url).toBe('https://a.example');
    expect(of('acme')?.url).toBe('https://acme.example');
    expect(of('other')).toBeUndefined();
    // Both names would be PROVIDER_A.
    expect(of('a')).toBeUndefined();
    expect(suppressionEndpointOf(endpoints, named('a'))('a')?.url).toBe('https://a.example');
    expect(suppressionEndpointOf(endpoints, named('provider_acme'))('provider_acme')?.url).toBe(
      'https://acme.example',
    );
  });

  it('that are invalid stop the start together with all other errors', () => {
    const start = () =>
      loadWorkerConfig({
        NODE_ENV: 'production',
        PROVIDER_ACME_SUPPRESSION_URL: 'acme.example',
        WORKER_CONCURRENCY: 'many',
      });
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(/WORKER_CONCURRENCY[^]*PROVIDER_ACME_SUPPRESSION_URL/u);
  });
});
