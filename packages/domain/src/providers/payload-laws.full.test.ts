import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonValue } from '../testing/arbitraries.js';
import { asDocumented, documentedSamples } from '../testing/documented-samples.js';
import { readingsOf } from '../testing/readings.js';
import { pathsOf, replaced } from '../testing/replaced.js';

const samples = documentedSamples();
/** Lists of records in the samples; all other lists belong to one record. */
const LISTS_OF_RECORDS = ['results', 'data', 'data.emails', 'data.result', 'data.result.0.data'];

/** A copy with the keys of every object in another order. */
function reordered(value: unknown, random: () => number): unknown {
  if (Array.isArray(value)) return value.map((entry) => reordered(entry, random));
  if (typeof value !== 'object' || value === null) return value;
  const ranked = Object.entries(value).map((entry) => ({ entry, rank: random() }));
  return Object.fromEntries(
    ranked
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ entry: [key, inner] }) => [key, reordered(inner, random)]),
  );
}

describe('laws of provider payloads', () => {
  const sample = fc.constantFrom(...samples);

  it('the order of the keys does not matter', () => {
    fc.assert(
      fc.property(sample, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (given, randoms) => {
        const result = readingsOf(given.kind).read(reordered(given.payload, () => randoms.next().value));
        expect(result.ok && asDocumented(result.lead, result.warnings)).toEqual(given.lead);
      }),
      { numRuns: 100 },
    );
  });

  it('replacing any value by anything never throws, and never imports an empty lead', () => {
    const place = sample.chain((given) =>
      fc.record({ given: fc.constant(given), path: fc.constantFrom(...pathsOf(given.payload)) }),
    );
    fc.assert(
      fc.property(place, jsonValue, ({ given, path }, value) => {
        const result = readingsOf(given.kind).read(replaced(given.payload, path, value));
        if (!result.ok) {
          expect(result.faults.length).toBeGreaterThan(0);
          return;
        }
        const { email, firstName, lastName, company, phone } = result.lead;
        expect([email, firstName, lastName, company.name, phone].some((known) => known !== null)).toBe(true);
      }),
      { numRuns: 1_500 },
    );
  });

  it('an envelope of two is rejected with the count, and with the advice to send one', () => {
    const doubled = samples.flatMap(({ kind, payload }) =>
      pathsOf(payload).flatMap((path) => {
        const list = path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], payload);
        return Array.isArray(list) && LISTS_OF_RECORDS.includes(path.join('.'))
          ? [{ kind, payload: replaced(payload, path, [...list, ...list]) }]
          : [];
      }),
    );
    expect(doubled).toHaveLength(6);
    for (const { kind, payload } of doubled) {
      expect(readingsOf(kind).read(payload)).toMatchObject({
        ok: false,
        faults: [
          {
            value: 2,
            message: expect.stringMatching(/^One item is one lead, and this .* holds 2 /u),
            suggestion: expect.stringMatching(/^Send an item for each /u),
          },
        ],
      });
    }
  });
});
