import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ProviderKind } from '../model.js';
import { readFlagged, readPayload } from '../read-payload.js';
import { jsonValue } from '../testing/arbitraries.js';
import { sourceOfKind } from '../testing/documented-samples.js';
import { anEmptyLead, settings } from '../testing/leads.js';
import { nothingFound, otherReadings, readForm } from './native-forms.js';

const kinds: readonly ProviderKind[] = [
  'provider_a',
  'provider_b',
  'provider_c',
  'cognism',
  'lusha',
  'hubspot',
  'flat',
];

describe('the format of a payload', () => {
  it.each<[ProviderKind, Readonly<Record<string, unknown>>, 'native' | 'flat']>([
    ['provider_a', { person: { name: 'Dana' } }, 'native'],
    ['provider_a', { first_name: 'Dana', company: 'Acme' }, 'flat'],
    ['provider_a', { 'First Name': 'Dana' }, 'flat'],
    ['provider_a', {}, 'flat'],
    ['provider_a', { something: 'else' }, 'native'],
    ['provider_a', { company: { name: 'Acme' } }, 'native'],
    ['provider_a', { company: { name: 'Acme' }, email: 'dana@acme.test' }, 'flat'],
    ['provider_b', { firstName: 'Dana' }, 'native'],
    ['provider_c', { domain: 'acme.test', emails: [] }, 'native'],
    ['cognism', { firstName: 'Dana' }, 'flat'],
    ['cognism', { firstName: 'Dana', account: {} }, 'native'],
    ['lusha', { firstName: 'Dana', emails: [] }, 'native'],
    ['hubspot', { properties: {} }, 'native'],
    ['flat', { person: { name: 'Dana' } }, 'flat'],
  ])('of %s: %j is %s', (kind, data, form) => {
    expect(readForm(kind, data).form).toBe(form);
  });

  it.each<[ProviderKind, string, string]>([
    ['provider_a', 'data.person', 'a person object is required'],
    ['provider_b', 'data.contact', 'a contact object is required'],
    ['provider_c', 'data.data', 'a domain search object is required'],
    ['cognism', 'data.results', 'a list with one contact is required'],
    ['lusha', 'data.results', 'a list with one contact is required'],
    ['hubspot', 'data.properties', 'a properties object is required'],
  ])('of %s is named if there is none: %s', (kind, field, message) => {
    expect(readForm(kind, { something: 'else' }).result).toMatchObject({
      ok: false,
      faults: [{ field, message }],
    });
  });
});

describe('a lead without anything that identifies it', () => {
  it.each(kinds)('of %s is an error that shows the expected format', (kind) => {
    expect(nothingFound(kind, anEmptyLead({ jobTitle: 'CTO' }))).toMatchObject({
      field: 'data',
      message: 'has neither email, name, company nor phone where they are looked for',
      suggestion: expect.stringMatching(/^Expected \{.*\}(?:, or the flat form)?$/u),
    });
  });

  it.each([
    [{ email: 'dana@acme.test' }],
    [{ firstName: 'Dana' }],
    [{ lastName: 'Whitfield' }],
    [{ company: { name: 'Acme', website: null, phone: null } }],
    [{ phone: '+12025550143' }],
  ])('%j identifies one', (values) => {
    expect(nothingFound('provider_a', anEmptyLead(values))).toBeNull();
  });
});

describe('other kinds that could read a payload', () => {
  const person = { firstName: 'Dana', email: { address: 'dana@acme.test' }, account: { name: 'Acme' } };
  const kindsOf = (data: Readonly<Record<string, unknown>>, kind: ProviderKind) =>
    otherReadings(data, kind).map((reading) => reading.kind);

  it('are those that find a person with an email', () => {
    expect(kindsOf({ results: [person] }, 'provider_a')).toEqual(['cognism']);
    expect(kindsOf({ results: [person] }, 'cognism')).toEqual([]);
  });

  it.each([[null], [''], [{}], [{ address: null }], [['dana@acme.test']]])(
    'are none for the email %j',
    (email) => {
      expect(kindsOf({ results: [{ ...person, email }] }, 'provider_a')).toEqual([]);
      expect(kindsOf({ results: [{ ...person, email, emails: null }] }, 'provider_b')).toEqual([]);
    },
  );
});

describe('laws', () => {
  const keys = fc.constantFrom(
    ...[
      'person',
      'contact',
      'contacts',
      'matches',
      'data',
      'emails',
      'email',
      'results',
      'properties',
      'account',
    ],
    ...[
      'company',
      'organization',
      'first_name',
      'firstName',
      'name',
      'phones',
      'attributes',
      'value',
      'dnc',
      '__proto__',
    ],
  );
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      jsonValue,
      fc.constantFrom('dana@acme.test', 'yes', null, '202-555-0143'),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(keys, tie('tree'), { maxKeys: 6 }),
    ),
  }));
  const payloads = fc.dictionary(keys, tree, { maxKeys: 8 });

  it.each(kinds)('no payload makes a source of kind %s throw', (kind) => {
    fc.assert(
      fc.property(payloads, (data) => {
        expect(() => readPayload(sourceOfKind(kind), data, settings)).not.toThrow();
        expect(() => readFlagged(sourceOfKind(kind), data, settings)).not.toThrow();
      }),
      { numRuns: 150 },
    );
  });

  it('what strict reading accepts, reading accepts with the same lead', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), payloads, (kind, data) => {
        const strict = readPayload(sourceOfKind(kind), data, settings, { strict: true });
        const loose = readPayload(sourceOfKind(kind), data, settings);
        if (strict.ok) expect(loose).toEqual(strict);
        if (!loose.ok) expect(strict.ok).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('an opt-out of an accepted payload is among its flagged people', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), payloads, (kind, data) => {
        const result = readPayload(sourceOfKind(kind), data, settings);
        const flagged = readFlagged(sourceOfKind(kind), data, settings);
        if (result.ok) expect(flagged).toHaveLength(result.lead.doNotContact ? 1 : 0);
        expect(flagged.every((lead) => lead.doNotContact)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
