import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { decideListed, listedName, OPT_OUT_FIELDS, optOutField, readListedOptOut } from './opt-out-list.js';
import { suppressionKeyText, type SuppressionKey } from './suppression-key.js';
import { jsonValue } from './testing/arbitraries.js';

const now = Date.parse('2026-01-31T09:00:00Z');
const read = (data: unknown) => readListedOptOut(data, { defaultCountry: 'US' }, now);

function taken(data: unknown) {
  const row = read(data);
  return row.ok ? { ...row, keys: row.keys.map(suppressionKeyText) } : { error: row.error };
}

describe('the columns of a list of opt-outs', () => {
  it.each([
    ['E-Mail', 'email'],
    ['Work Email', 'email'],
    ['Mobile', 'phone'],
    ['Vorname', 'first_name'],
    ['Company Name', 'company'],
    ['Domain', 'domain'],
    ['company_domain', 'domain'],
    ['Website', null],
    ['Opt-out Date', 'occurred_at'],
    ['unsubscribed_at', 'occurred_at'],
    ['Unsubscribe Reason', 'reason'],
    ['Record ID', 'external_id'],
    ['Unsubscribed', null],
    ['Title', null],
    ['__proto__', null],
  ])('%s names %s', (name, field) => {
    expect(optOutField(name)).toBe(field);
  });

  it.each(OPT_OUT_FIELDS)('%s names itself', (field) => {
    expect(optOutField(field)).toBe(field);
  });
});

describe('a row of a list of opt-outs', () => {
  it('is the opt-out of a person, if it has a key of one', () => {
    expect(taken({ email: 'Ada@Acme.com', reason: ' asked ', external_id: 7 })).toMatchObject({
      ...{ keys: ['email:ada@acme.com'], reason: 'asked', externalId: '7', occurredAt: null, warnings: [] },
    });
    expect(taken({ name: 'Ada Example', Company: 'Acme, Inc.' })).toMatchObject({
      keys: ['company-person:acme-adaexample'],
    });
    expect(taken({ phone: '+1 202 555 0143' })).toMatchObject({ keys: ['phone:12025550143'] });
  });

  it('does not use a domain beside a person, and says so', () => {
    expect(taken({ email: 'ada@acme.com', domain: 'globex.com' })).toMatchObject({
      keys: ['email:ada@acme.com'],
      warnings: [expect.stringContaining('domain is not used')],
    });
  });

  it('is the opt-out of a domain without a person, also beside a company or a name alone', () => {
    for (const beside of [{}, { company: 'Acme' }, { first_name: 'Ada' }, { email: 'n/a' }]) {
      expect(taken({ domain: 'https://www.acme.com/', ...beside })).toMatchObject({
        lead: null,
        keys: ['domain:acme.com'],
      });
    }
  });

  it('counts every address and number of a person', () => {
    const row = {
      'Work Email': 'a@acme.com',
      'Personal Email': 'b@acme.org',
      name: 'Ada',
      mobile: '+12025550143',
    };
    expect(taken({ ...row, phone: '+12025550144' })).toMatchObject({
      keys: expect.arrayContaining([
        'email:a@acme.com',
        'email:b@acme.org',
        'phone-person:12025550143-ada',
        'phone-person:12025550144-ada',
      ]),
    });
  });

  it('counts every address of a list of them', () => {
    const row = { email: 'a@acme.com', personal_email: ['b@acme.org', 'c@acme.org'] };
    expect(taken(row)).toMatchObject({
      keys: ['email:a@acme.com', 'email:b@acme.org', 'email:c@acme.org'],
    });
  });

  it.each([
    ['no object', 'ada@acme.com', /object/u],
    ['nothing', {}, /Name an email/u],
    ['only a name', { first_name: 'Ada' }, /Name an email/u],
    ['an unreadable email', { email: 'ada', domain: 'acme.com' }, /email/u],
    ['an unreadable phone', { email: 'ada@acme.com', phone: 'call me' }, /phone/u],
    ['an unreadable second phone', { phone: '+12025550143', mobile: '12' }, /phone/u],
    [
      'an email that is no text',
      { email: 'ada@acme.com', personal_email: { value: 'b@acme.org' } },
      /email/u,
    ],
    ['two domains', { domain: 'acme.com', email_domain: 'acme.org' }, /one domain/u],
    ['a mail provider', { domain: 'gmail.com' }, /mail provider/u],
    ['no domain', { domain: 'acme' }, /no domain/u],
  ])('fails with %s', (_what, data, error) => {
    expect(taken(data)).toEqual({ error: expect.stringMatching(error) });
  });

  it.each([
    ['2026-01-30', '2026-01-30T00:00:00.000Z'],
    ['2026-01-30T10:00:00+02:00', '2026-01-30T08:00:00.000Z'],
    ['2026-01-30 10:00', '2026-01-30T10:00:00.000Z'],
    ['2026-01-30T10:00:00.123456Z', '2026-01-30T10:00:00.123Z'],
    ['2026-02-30', null],
    ['30/01/2026', null],
    ['yesterday', null],
    ['2026-02-01', null],
  ])('occurred at %s', (written, time) => {
    const row = taken({ email: 'ada@acme.com', occurred_at: written });
    expect(row).toMatchObject({ occurredAt: time });
    expect('warnings' in row ? row.warnings.length : -1).toBe(time === null ? 1 : 0);
  });

  it.each([
    [{ 'First Name': 'Ada', surname: 'Byron', email: 'ada@acme.com', company: 'Acme' }, 'Ada Byron', 'Acme'],
    [{ email: 'no address', company: 'Acme' }, 'no address', 'Acme'],
    [{ phone: 12025550171 }, '12025550171', null],
    [{ domain: '@acme.com' }, '@acme.com', null],
    [{ email: { value: 'ada@acme.com' } }, null, null],
    ['nothing', null, null],
  ])('names %j', (data, name, company) => {
    expect(listedName(data)).toEqual({ name, company });
  });

  it('law: nothing makes the reader throw, and a row that was read has a key', () => {
    const key = fc.oneof(fc.constantFrom(...OPT_OUT_FIELDS, 'Mobile', '__proto__', 'x'), fc.string());
    fc.assert(
      fc.property(fc.oneof(jsonValue, fc.dictionary(key, jsonValue, { maxKeys: 6 })), (data) => {
        const row = read(data);
        expect(row.ok ? row.keys.length > 0 : row.error !== '').toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('which rows of a list are new', () => {
  const email = (value: number): SuppressionKey => ({ kind: 'email', value: `${value}@acme.com` });
  const text = (value: number): string => suppressionKeyText(email(value));

  it('are those whose first key blocks neither before nor by an earlier row', () => {
    const rows = [
      [email(1)],
      [email(2), email(3)],
      [email(3), email(4)],
      [email(4)],
      [email(5), email(6)],
    ] as const;
    const blocking = new Map([[text(5), { suppressionId: 'sup_5' }]]);
    const { decisions, entries, additions } = decideListed(rows, blocking);
    expect(decisions.map(({ result }) => result)).toEqual(['added', 'added', 'known', 'known', 'known']);
    expect(entries.map(({ row }) => row)).toEqual([0, 1]);
    expect(additions).toEqual([{ suppressionId: 'sup_5', keys: [email(6)] }]);
  });

  it('never are those of a person who was erased, to whom nothing is added', () => {
    const blocking = new Map([[text(1), { suppressionId: null }]]);
    expect(decideListed([[email(1), email(2)]], blocking)).toEqual({
      decisions: [{ result: 'known', entry: null, suppressionId: null }],
      entries: [],
      additions: [],
    });
  });

  it('law: afterwards every key of a list blocks, except those of erased people', () => {
    const row = fc.tuple(fc.nat(6), fc.nat(6)).map(([one, other]) => [email(one), email(other)] as const);
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), fc.nat(6), (rows, known) => {
        const blocking = new Map([[text(known), { suppressionId: 'sup_1' }]]);
        const { entries, additions, decisions } = decideListed(rows, blocking);
        const blocked = new Set(
          [...entries, ...additions].flatMap(({ keys }) => keys.map(suppressionKeyText)),
        );
        const all = rows.flat().map(suppressionKeyText);
        expect(all.filter((key) => !blocked.has(key) && !blocking.has(key))).toEqual([]);
        expect(decisions.filter(({ result }) => result === 'added')).toHaveLength(entries.length);
      }),
    );
  });
});
