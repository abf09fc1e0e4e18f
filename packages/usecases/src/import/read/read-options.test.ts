import { readJobInput } from '@leadbridge/contracts';
import { describe, expect, it } from '@jest/globals';

import { defaultSettings } from '../../ports/settings.js';
import { batchOptionsOf, readOptions } from './read-options.js';

const settings = defaultSettings('US');
const options = { deduplication: true, update_existing: false, custom_fields: true, strict: true };

describe('the options of an import', () => {
  it('are those of the request', () => {
    expect(readOptions(options, settings)).toEqual({
      deduplication: true,
      updateExisting: false,
      customFields: true,
      strict: true,
    });
  });

  it.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
    [false, false, false],
  ])(
    'send custom fields if the request (%s) and the configuration (%s) permit them: %s',
    (asked, enabled, sent) => {
      const read = readOptions(
        { ...options, custom_fields: asked },
        { psa: { customFieldsEnabled: enabled } },
      );
      expect(read.customFields).toBe(sent);
    },
  );
});

describe('the batches of a bulk import', () => {
  const batches = (
    source: string,
    rateLimit: number | null,
    leadsPerMinute: Readonly<Record<string, number>>,
  ) =>
    batchOptionsOf(
      { input: readJobInput('bulk_import', { source, batch_options: { rate_limit: rateLimit } }) },
      { ...settings, leadsPerMinute },
    );

  it('have a size, and continue after a failed row', () => {
    expect(batches('provider_a', null, {})).toEqual({
      batchSize: 100,
      rateLimit: null,
      continueOnError: true,
    });
  });

  it.each([
    ['the limit of the request', 60, {}, 60],
    ['the limit of the source', null, { provider_a: 40 }, 40],
    ['the stricter one of both', 60, { provider_a: 40 }, 40],
    ['the stricter one of both', 30, { provider_a: 40 }, 30],
    ['none from another source', null, { provider_b: 40 }, null],
    ['none if the source has 0', 60, { provider_a: 0 }, 60],
  ])('keep to %s', (_what, asked, leadsPerMinute, limit) => {
    expect(batches('PROVIDER_A', asked, leadsPerMinute).rateLimit).toBe(limit);
  });

  it('have no rate limit for a source that is no longer configured', () => {
    expect(batches('gone', null, { gone: 40 }).rateLimit).toBeNull();
  });
});
