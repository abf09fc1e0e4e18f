import { describe, expect, it } from '@jest/globals';
import { readFlagged } from '../read-payload.js';
import { asDocumented, documentedSamples, sourceOfKind } from '../testing/documented-samples.js';
import { settings } from '../testing/leads.js';
import { readingsOf } from '../testing/readings.js';

const samples = documentedSamples();

describe('docs/samples', () => {
  it('has a sample of every kind', () => {
    expect([...new Set(samples.map(({ kind }) => kind))].sort()).toEqual([
      'cognism',
      'flat',
      'hubspot',
      'lusha',
      'provider_a',
      'provider_b',
      'provider_c',
    ]);
    expect(samples.length).toBeGreaterThanOrEqual(12);
  });

  it.each(samples.map((sample, index) => [index + 1, sample.kind, sample] as const))(
    'sample %i, of %s, is read as it says, only under its kind',
    (_index, kind, { payload, lead }) => {
      const result = readingsOf(kind).read(payload);
      expect(result.ok ? asDocumented(result.lead, result.warnings) : result.faults).toEqual(lead);
      expect(readFlagged(sourceOfKind(kind), payload, settings)).toHaveLength(
        lead['CF_105'] === true ? 1 : 0,
      );
    },
  );
});
