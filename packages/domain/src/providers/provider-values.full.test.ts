import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pathsOf, replaced } from '../testing/replaced.js';
import { documentedSamples } from '../testing/documented-samples.js';
import { readingsOf } from '../testing/readings.js';

const TOKEN = 'Zebra 415 555 0177';
/** They become a term of ours, a bracket, a yes or a no: the text itself is not in the lead. */
const TERMS =
  /\.(?:seniority|managementLevel|jobFunction|departments|revenue|annualrevenue|webmail|sending_status)(?:\.\d+)?$/u;
/** Lists in which only the links to LinkedIn are read. */
const LINKS = /\.externalUrls/u;

/** A text in any form of JSON. */
const { form } = fc.letrec<{ form: unknown }>((tie) => ({
  form: fc.oneof(
    { maxDepth: 3 },
    fc.constant(TOKEN),
    fc.array(tie('form'), { minLength: 1, maxLength: 2 }),
    fc.dictionary(fc.constantFrom('zq', 'qz', 'number', 'name', 'value'), tie('form'), {
      minKeys: 1,
      maxKeys: 2,
    }),
  ),
}));

function at(payload: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (part, key) => Object.entries(part ?? {}).find(([name]) => name === key)?.[1],
    payload,
  );
}

function isList(value: unknown): boolean {
  return Array.isArray(value);
}

/** Unknown keys of an object are ignored; but not an object in place of a text or a list, or the other way round. */
function hasUnknownKeysAlone(before: unknown, after: unknown): boolean {
  return (
    typeof before === 'object' &&
    typeof after === 'object' &&
    isList(before) === isList(after) &&
    !isList(after)
  );
}

describe('a value of a provider', () => {
  const cases = documentedSamples().flatMap((sample) => {
    const { read } = readingsOf(sample.kind);
    const whole = JSON.stringify(read(sample.payload));
    return pathsOf(sample.payload).flatMap((path) => {
      const without = read(replaced(sample.payload, path, null));
      const isRead = JSON.stringify(without) !== whole;
      const isTerm = [TERMS, LINKS].some((pattern) => pattern.test(`.${path.join('.')}`));
      return isRead && !isTerm ? [{ ...sample, path, read, before: without.ok ? without.warnings : [] }] : [];
    });
  });

  it('in whatever form is used, or the lead is rejected, or a warning names it', () => {
    expect(cases.length).toBeGreaterThan(150);
    fc.assert(
      fc.property(fc.constantFrom(...cases), form, ({ payload, path, read, before }, value) => {
        fc.pre(!hasUnknownKeysAlone(at(payload, path), value));
        const result = read(replaced(payload, path, value));
        if (!result.ok) return;
        const isUsed = /zebra|4155550177/iu.test(JSON.stringify(result.lead));
        const isNamed = result.warnings.some((warning) => !before.includes(warning));
        expect({ path, value, isReported: isUsed || isNamed }).toEqual({ path, value, isReported: true });
      }),
      { numRuns: 2_500 },
    );
  });
});
