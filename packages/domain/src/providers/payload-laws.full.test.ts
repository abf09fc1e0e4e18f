import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Lead } from '../model.js';
import { readPayload } from '../read-payload.js';
import { jsonValue } from '../testing/arbitraries.js';
import { documentedSamples, sourceOfKind } from '../testing/documented-samples.js';
import { settings } from '../testing/leads.js';

const samples = documentedSamples();
/** Lists of records in the samples; all other lists belong to one record. */
const LISTS_OF_RECORDS = ['results', 'data', 'data.emails', 'data.result', 'data.result.0.data'];

function read(kind: (typeof samples)[number]['kind'], data: unknown) {
  return readPayload(sourceOfKind(kind), data, settings);
}

/** A lead with the field names of the samples, without empty fields and without its source. */
function shown(lead: Lead, warnings: readonly string[]): Record<string, unknown> {
  const fields = {
    first_name: lead.firstName,
    last_name: lead.lastName,
    email: lead.email,
    title: lead.jobTitle,
    phone: lead.phone,
    linkedin_url: lead.linkedinUrl,
    company: lead.company.name,
    website: lead.company.website,
    company_phone: lead.company.phone,
    industry: lead.industry,
    headcount: lead.headcount,
    public_research: lead.research.publicResearch,
    email_verification: lead.emailVerification,
    ...Object.fromEntries(Object.entries(lead.customFields).map(([id, value]) => [`CF_${id}`, value])),
    CF_101: null,
    warnings: warnings.length === 0 ? null : warnings,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

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

/** The paths of every value of a payload. */
function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, entry]) => pathsOf(entry, [...path, key]))
      : [];
  return path.length === 0 ? inner : [path, ...inner];
}

function replaced(payload: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(payload)) {
    return payload.map((entry, index) => (String(index) === key ? replaced(entry, rest, value) : entry));
  }
  const record = payload as Readonly<Record<string, unknown>>;
  return { ...record, [key]: replaced(record[key], rest, value) };
}

describe('laws of provider payloads', () => {
  const sample = fc.constantFrom(...samples);

  it('the order of the keys does not matter', () => {
    fc.assert(
      fc.property(sample, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (given, randoms) => {
        const result = read(
          given.kind,
          reordered(given.payload, () => randoms.next().value),
        );
        expect(result.ok && shown(result.lead, result.warnings)).toEqual(given.lead);
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
        const result = read(given.kind, replaced(given.payload, path, value));
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
      expect(read(kind, payload)).toMatchObject({
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
