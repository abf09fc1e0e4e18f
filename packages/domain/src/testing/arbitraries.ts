import fc from 'fast-check';
import type { ContactSnapshot, CustomFieldValue, Lead, ProviderKind, TicketSnapshot } from '../model.js';
import { aLead, aTicket } from './leads.js';

/**
 * Any text: every Unicode character including unusual ones, and letters that change unexpectedly with their
 * case.
 */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom(
      'ß',
      'ẞ',
      'ı',
      'İ',
      'i',
      'I',
      'ς',
      'Σ',
      'ǆ',
      'ŉ',
      'ﬁ',
      'é',
      'e\u0301',
      'Å',
      ' ',
      '-',
      '.',
    ),
    maxLength: 20,
  }),
);

/** A company name: words in several scripts, and legal forms at any place in any case. */
export const companyName = fc
  .array(
    fc.constantFrom(
      'Acme',
      'ACME',
      'global',
      'IBM',
      "McDonald's",
      "o'reilly",
      'coca-cola',
      'Müller',
      '株式会社',
      'Яндекс',
      'inc',
      'Inc.',
      'LLC',
      'ltd.',
      'CORP',
      ',',
      '(',
      ')',
      '&',
      'Corporate',
      'Incyte',
      'ß',
      'İş',
    ),
    { minLength: 1, maxLength: 6 },
  )
  .chain((words) => fc.constantFrom(' ', '  ', '\t').map((blank) => words.join(blank)));

/** A text in another written form with the same meaning: case, spaces around and inside, Unicode form. */
export function rewritten(text: string): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(
        (given: string) => given,
        (given: string) => given.toUpperCase(),
        (given: string) => given.toLowerCase(),
      ),
      fc.constantFrom('NFC', 'NFD'),
      fc.constantFrom('', ' ', '\t ', '\u00a0'),
      fc.constantFrom('', ' ', '\n'),
    )
    .map(([changeCase, form, before, after]) => `${before}${changeCase(text).normalize(form)}${after}`);
}

/** A value that a payload may have instead of a text. */
export const jsonValue = fc.jsonValue({ maxDepth: 4 });

const word = fc.constantFrom(
  null,
  '',
  'cloud',
  'cloud, hosting',
  'Series B',
  'Series B; Series A',
  'a much longer text of services',
);
const dropdown = fc.constantFrom(null, '1M-5M', '5M-25M', '51-200', 'VP', 'IT');
const phone = fc.constantFrom(null, '+14155550132', '+442079460018', '+4930123456');
const link = fc.constantFrom(
  null,
  'https://www.linkedin.test/in/jane',
  'linkedin.test/in/jane/',
  'https://linkedin.test/in/j',
);

function withoutEmpty(values: Record<number, CustomFieldValue | null>): Record<number, CustomFieldValue> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== ''),
  ) as Record<number, CustomFieldValue>;
}

/** CF_102 to CF_113 with few distinct values, so that both equal and different ones are frequent. */
const dataFields = fc.record({
  102: word,
  103: word,
  104: word,
  106: word,
  107: dropdown,
  108: dropdown,
  109: dropdown,
  110: dropdown,
  111: word,
  112: fc.constantFrom(null, 1998, 2004),
  113: word,
});

/** A clean lead of one person, with more or less data. */
export const lead: fc.Arbitrary<Lead> = fc
  .record({
    fields: dataFields,
    doNotContact: fc.boolean(),
    phone,
    linkedinUrl: link,
    firstName: fc.constantFrom(null, 'Jane', 'Janet'),
    lastName: fc.constantFrom(null, 'Doe', 'Dough'),
    jobTitle: word.map((text) => (text === '' ? null : text)),
    headcount: fc.constantFrom(null, 12, 600),
    website: fc.constantFrom(null, 'acme.test', 'acme.example.com'),
    label: fc.constantFrom('Provider A', 'Provider B', 'Provider C', 'Manual'),
    verification: fc.constantFrom(null, 'verified', 'guessed'),
  })
  .map((facts) =>
    aLead({
      firstName: facts.firstName,
      lastName: facts.lastName,
      jobTitle: facts.jobTitle,
      phone: facts.phone,
      linkedinUrl: facts.linkedinUrl,
      headcount: facts.headcount,
      company: { name: 'Acme', website: facts.website, phone: facts.phone },
      doNotContact: facts.doNotContact,
      emailVerification: facts.verification,
      customFields: { ...withoutEmpty(facts.fields), 101: facts.label, 105: facts.doNotContact },
    }),
  );

/** Possible values of custom fields in a PSA: the same values, and the same values with other types. */
const storedFields = dataFields.map((values) => ({
  ...values,
  112: values[112] === null ? null : String(values[112]),
}));

/** A lead ticket of the same person in any state. */
export const ticket: fc.Arbitrary<TicketSnapshot> = fc
  .record({
    fields: storedFields,
    optedOut: fc.constantFrom(null, true, false, 'true', 'No', 1, 0),
    statusId: fc.integer({ min: 0, max: 12 }),
    tickettypeId: fc.integer({ min: 1, max: 3 }),
    lastUpdatedBy: fc.constantFrom(null, 7, '7', 'Leadbridge', 8, 'An Agent'),
  })
  .map((facts) =>
    aTicket({
      statusId: facts.statusId,
      tickettypeId: facts.tickettypeId,
      lastUpdatedBy: facts.lastUpdatedBy,
      customFields: { ...facts.fields, 101: 'Provider A', 105: facts.optedOut },
    }),
  );

/** A lead ticket that an import may still change. */
export const earlyTicket: fc.Arbitrary<TicketSnapshot> = fc
  .tuple(ticket, fc.constantFrom(1, 2))
  .map(([any, statusId]) => ({ ...any, statusId, tickettypeId: 1 }));

/** The contact of a ticket. */
export const contact: fc.Arbitrary<ContactSnapshot | null> = fc.option(
  fc.record({
    phonenumber: fc.constantFrom(null, '', '(415) 555-0132', '+442079460018', 'unknown'),
    linkedinUrl: fc.constantFrom(null, '', 'http://linkedin.test/in/jane', 'https://other.test/in/jane'),
  }),
);

/** The latest data of some sources, at least one, each with a different time. */
export const sourcesOfLead: fc.Arbitrary<
  Record<string, { kind: ProviderKind; lead: Lead; receivedAt: string }>
> = fc
  .uniqueArray(fc.constantFrom('provider_a', 'provider_b', 'provider_c', 'manual', 'csv'), { minLength: 1 })
  .chain((names) =>
    fc.record(
      Object.fromEntries(
        names.map((name) => [
          name,
          fc.record({
            kind: fc.constant(kindOf(name)),
            lead,
            receivedAt: fc.integer({ min: 10, max: 28 }).map((day) => `2026-01-${day}T00:00:00.000Z`),
          }),
        ]),
      ),
    ),
  );

function kindOf(name: string): ProviderKind {
  return name === 'provider_a' || name === 'provider_b' || name === 'provider_c' ? name : 'flat';
}
