import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { leadColumns, leadOfCells } from '../lead-table.js';
import type { ProviderKind } from '../model.js';
import { readFlagged, readPayload } from '../read-payload.js';
import { settings } from '../testing/leads.js';
import { sourceOfKind } from '../testing/documented-samples.js';
import { consentKey } from './opt-out-flags.js';

type Row = Readonly<Record<string, unknown>>;
interface Path {
  readonly kind: ProviderKind;
  readonly of: (row: Row) => unknown;
}

const person = { first_name: 'Jo', last_name: 'Doe', email: 'jo@acme.example', company: 'Acme' };
const camel = { firstName: 'Jo', lastName: 'Doe', email: 'jo@acme.example' };

/** Where a row comes in. A sync and a bulk of records, and JSON files, read what `flat` reads. */
const paths: Readonly<Record<string, Path>> = {
  flat: { kind: 'flat', of: (row) => ({ ...person, ...row }) },
  'flat, nested': { kind: 'flat', of: (row) => ({ ...person, custom: { fields: row } }) },
  csv: {
    kind: 'flat',
    of: (row) => {
      const table: Row = { ...person, ...row };
      const cells = Object.values(table).map((cell) =>
        typeof cell === 'string' ? cell : JSON.stringify(cell),
      );
      return leadOfCells(leadColumns(Object.keys(table)), cells);
    },
  },
  'csv, left out': {
    kind: 'flat',
    of: (row) => {
      const table: Row = { ...person, ...row };
      const cells = Object.values(table).map((cell) =>
        typeof cell === 'string' ? cell : JSON.stringify(cell),
      );
      const leftOut = new Map(Object.keys(row).map((key) => [key, null]));
      return leadOfCells(leadColumns(Object.keys(table), leftOut), cells);
    },
  },
  apollo: {
    kind: 'provider_a',
    of: (row) => ({ person: { ...person, ...row }, organization: { name: 'Acme' } }),
  },
  'apollo, contact': {
    kind: 'provider_a',
    of: (row) => ({ person: { ...person, contact: row }, organization: { name: 'Acme' } }),
  },
  zoominfo: {
    kind: 'provider_b',
    of: (row) => ({ contact: { ...camel, ...row }, company: { name: 'Acme' } }),
  },
  'hunter, search': {
    kind: 'provider_c',
    of: (row) => ({ data: { organization: 'Acme', emails: [{ value: 'jo@acme.example', ...row }] } }),
  },
  'hunter, person': {
    kind: 'provider_c',
    of: (row) => ({ data: { email: 'jo@acme.example', score: 9, ...row } }),
  },
  cognism: {
    kind: 'cognism',
    of: (row) => ({ results: [{ ...camel, email: { address: 'jo@acme.example' }, account: {}, ...row }] }),
  },
  lusha: { kind: 'lusha', of: (row) => ({ results: [{ ...camel, emails: ['jo@acme.example'], ...row }] }) },
  hubspot: {
    kind: 'hubspot',
    of: (row) => ({ properties: { email: 'jo@acme.example', company: 'Acme', ...row } }),
  },
};

function outcome({ kind, of }: Path, row: Row): string {
  const source = sourceOfKind(kind);
  const data = of(row);
  const result = readPayload(source, data, settings);
  const isFlagged = readFlagged(source, data, settings).length > 0;
  if (!result.ok) {
    const [key = ''] = Object.keys(row);
    const isNamed = result.faults.some(({ field }) => field.endsWith(key.slice(0, 60)));
    return isNamed && !isFlagged ? 'held back' : JSON.stringify(result.faults);
  }
  return result.lead.doNotContact === isFlagged ? (isFlagged ? 'opted out' : 'imported') : 'torn';
}

const optOutNames = [
  ...['Do-Not-Contact (DNC)', 'DND', 'SMS Opt Out', 'Do Not Mail', 'do_not_text', "Don't call", 'dont_email'],
  ...['HasOptedOutOfEmail', 'HASOPTEDOUTOFFAX', 'DoNotCall', 'DONOTCALL', 'et4ae5__HasOptedOutOfMobile__c'],
  ...['Do_Not_Contact__c', 'hs_email_optout', 'hs_email_optout_10570', 'Unsubscribed from all email'],
  ...['Opted out of email: Marketing Information and News of all Kinds of Products of the Company'],
  ...[
    'emailBlacklisted',
    'Block-listed',
    'Email suppressed',
    'Suppression list',
    'Do not allow Bulk Emails',
    'donotpostalmail',
  ],
  ...[
    'Global Unsubscribe',
    'pi__pardot_opted_out',
    'Consent withdrawn',
    'No marketing',
    'Objection to marketing',
  ],
  ...[
    'Nicht anrufen',
    'Keine Werbung',
    'Werbewiderspruch',
    'Newsletter abgemeldet',
    'Désinscrit',
    'Ne pas appeler',
  ],
  ...[
    'No llamar',
    'Dado de baja',
    'Non chiamare',
    'Disiscritto',
    'Niet bellen',
    'Não ligar',
    'Не звонить',
    'dnd_email',
  ],
  ...[
    'Robinson list',
    'Robinson-Liste',
    'Liste Robinson',
    '配信停止',
    'メール配信拒否',
    '退订',
    '수신거부',
    '수신 거부',
  ],
  ...[
    'Odhlášen',
    'Nekontaktovat',
    'Leiratkozott',
    'Dezabonat',
    'Wypisany',
    'Відписаний',
    'Aranmak istemiyor',
  ],
  ...['Kontakt verboten', 'Abmelden', 'Robinson', 'TPS', 'CTPS registered', 'Brak zgody', 'Ei markkinointia'],
  ...['إلغاء الاشتراك', 'לא ליצור קשר'],
];
const optInNames = [
  ...[
    'Email Opt-In',
    'smsOptIn',
    'EMAIL_OPTIN',
    'Double opt-in',
    'Marketing consent',
    'gdpr_consent',
    'Consented',
  ],
  ...['Consent to be contacted by phone', 'Accepts Email Marketing', 'accepts_marketing', 'OK to call'],
  ...['Marketing allowed', 'email permission', 'Newsletter subscribed', 'isSubscribed', 'May contact'],
  ...[
    'Einwilligung',
    'Werbeeinwilligung',
    'Consentement',
    'Subscription status',
    'Consent Status',
    'Opt-in status',
  ],
  ...['May we email?', 'Can be called', 'Werbung erlaubt', 'Souhlas', 'İletişim izni', 'Zgoda marketingowa'],
];
const statusNames = [
  'Status',
  'Lead Status',
  'contact_stage',
  'contact.stage',
  'Email Status',
  'Call Disposition',
];
const traceNames = [
  'UNSUB_TIME',
  'unsubscribe_reason',
  'Opt-out date',
  'Unsubscribed on',
  'CLEAN_CAMPAIGN_TITLE',
];

const yes = [true, 'yes', 1, '1.0', 'checked', 'ja', 'x', 'TRUE', '☑', 'Да'];
const no = [false, 'no', 0, '0.0', 'unchecked', 'nein', 'FALSE', '☐'];
const unread = ['perhaps', 'see notes', 7];

type Case = readonly [names: readonly string[], values: readonly unknown[], says: string];
const cases: readonly Case[] = [
  [optOutNames, [...yes, 'opted out', 'Unsubscribed', 'Do Not Allow', 'DNC'], 'opted out'],
  [optOutNames, [...no, 'subscribed', 'Allow', 'never'], 'imported'],
  [optOutNames, unread, 'held back'],
  [
    optInNames,
    [...no, 'withdrawn', 'Revoked', 'unsubscribed', 'Opted-out', 'cleaned', 'not subscribed'],
    'opted out',
  ],
  [optInNames, [...yes, 'subscribed', 'Opted in', 'granted', 'explicit'], 'imported'],
  [optInNames, [...unread, 'pending'], 'held back'],
  [
    statusNames,
    ['Unsubscribed', 'Bounced', 'Do Not Contact', 'do_not_contact', 'DNC', 'Opted Out'],
    'opted out',
  ],
  [
    statusNames,
    ['Prospect', 'New', 'Working - contacted', 'Cold', 'perhaps', 'Do it now', 'yes'],
    'imported',
  ],
  [traceNames, ['2026-03-01 10:00:00', 'No longer interested'], 'opted out'],
  [['dnc_status', 'DNC Status'], ['listed', 'on_dnc_list', 'anything'], 'opted out'],
  [['dnc_status', 'DNC Status'], ['not_found', 'clear', 'false'], 'imported'],
];
const rows = cases.flatMap(([names, values, says]) =>
  names.flatMap((name) => values.map((value) => ({ name, value, says }))),
);

describe.each(Object.entries(paths))('consent in %s', (where, path) => {
  it.each(cases)('under the names %j with one of %j: %s', (names, values, says) => {
    // Every value under every name once, and elsewhere each name with some values and each value with some names.
    const given = names.flatMap((name, row) =>
      values.flatMap((value, column) =>
        where === 'flat' || (row + column) % 4 === 0 ? [{ name, value }] : [],
      ),
    );
    const wrong = given.map((each) => ({ ...each, is: outcome(path, { [each.name]: each.value }) }));
    expect(wrong.filter(({ is }) => is !== says)).toEqual([]);
  });
});

it('the table has all its cases', () => {
  expect(rows.length).toBeGreaterThan(1_400);
});

it.each([
  ...[
    'Company',
    'Adoption index',
    'Laptop outlet',
    'Contact owner',
    'Call notes',
    'Email',
    'Opportunity stage 2',
  ],
  ...[
    'Unsubscribe URL',
    'opt_out_link',
    'Consent date',
    'OPTIN_TIME',
    'OPTIN_IP',
    'consent_updated_at',
    'opt_in_level',
  ],
  ...[
    'Subscription plan',
    'Fire suppression',
    'May Emails',
    'Call count',
    'has_email',
    'is_likely_to_engage',
    'constructor',
    'contacted',
    'Options',
  ],
])('%s says nothing about consent', (name) => {
  expect(consentKey(name)).toBeNull();
});

it('the order of several keys does not matter, and one opt-out is enough', () => {
  const one = fc.constantFrom(...rows.filter(({ says }) => says !== 'held back'));
  fc.assert(
    fc.property(fc.uniqueArray(one, { maxLength: 5, selector: ({ name }) => name }), (chosen) => {
      const expected = chosen.some(({ says }) => says === 'opted out') ? 'opted out' : 'imported';
      const row = Object.fromEntries(chosen.map(({ name, value }) => [name, value]));
      for (const path of Object.values(paths)) expect(outcome(path, row)).toBe(expected);
    }),
    { numRuns: 50 },
  );
});

it('two columns that became one lose no opt-out', () => {
  const keys = leadColumns(
    ['Email', 'SMS', 'Mail'],
    new Map([
      ['SMS', 'dnc'],
      ['Mail', 'dnc'],
    ]),
  );
  for (const cells of [
    ['no', 'yes'],
    ['yes', 'no'],
    ['', 'yes'],
  ]) {
    const data = leadOfCells(keys, ['jo@acme.example', ...cells]);
    expect(readPayload(sourceOfKind('flat'), data, settings)).toMatchObject({ lead: { doNotContact: true } });
  }
});

it('a state in an object, and in each object of a list, is read', () => {
  const of = (row: Row) => outcome({ kind: 'flat', of: (data) => ({ ...person, ...Object(data) }) }, row);
  expect(of({ email_marketing_consent: { state: 'unsubscribed', opt_in_level: 'single_opt_in' } })).toBe(
    'opted out',
  );
  expect(of({ email_marketing_consent: { state: 'subscribed' } })).toBe('imported');
  expect(of({ 'contact.stage': { name: 'Do Not Contact' } })).toBe('opted out');
  const permission = (enabled: boolean) => ({ text: 'Email', enabled });
  expect(of({ marketing_permissions: [permission(true), permission(false)] })).toBe('opted out');
  expect(of({ marketing_permissions: [permission(true)] })).toBe('imported');
  expect(of({ marketing_permissions: ['Email'] })).toBe('held back');
});

describe('a value that is nothing but an opt-out', () => {
  const phrases = [
    'Unsubscribed',
    'Do not contact',
    'please do not call',
    'DNC',
    'VIP; Opted out',
    'Désinscrit',
  ];

  it.each(Object.entries(paths).filter(([where]) => where !== 'csv, left out'))(
    'counts under every name in %s',
    (_where, path) => {
      for (const value of phrases) {
        expect(outcome(path, { 'Preferred channel': value })).toBe('opted out');
        expect(outcome(path, { 'Preferred channel': `Not the words "${value}" alone` })).toBe('imported');
      }
    },
  );

  it('counts as one of several tags, and is reported', () => {
    const read = readPayload(sourceOfKind('flat'), { ...person, tags: ['VIP', 'DNC'] }, settings);
    expect(read).toMatchObject({
      lead: { doNotContact: true },
      warnings: ['"tags" was taken for an opt-out'],
    });
  });

  it('is a value like any other in a known field', () => {
    const read = readPayload(sourceOfKind('flat'), { ...person, company: 'Opt out' }, settings);
    expect(read).toMatchObject({ lead: { doNotContact: false, company: { name: 'Opt Out' } } });
  });
});

it('what was concluded is reported', () => {
  const warnings = (row: Row) => {
    const result = readPayload(sourceOfKind('flat'), { ...person, ...row }, settings);
    return result.ok && result.warnings;
  };
  expect(warnings({ 'Lead Status': 'Bounced' })).toEqual(['"Lead Status" was taken for an opt-out']);
  expect(warnings({ UNSUB_TIME: '2026-03-01' })).toEqual(['"UNSUB_TIME" was taken for an opt-out']);
  expect(warnings({ 'Lead Status': 'Unsubscribed' })).toEqual([]);
  expect(warnings({ 'Lead Status': 'Prospect' })).toEqual(['Not known and ignored: "Lead Status"']);
});
