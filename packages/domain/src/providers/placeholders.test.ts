import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dedupeKey } from '../dedupe-key.js';
import { isOfAnother } from '../another-person.js';
import { factsOfTicket, personKeys } from '../person-keys.js';
import { personTraits } from '../person/person.js';
import { readingsOf } from '../testing/readings.js';
import { aTicket } from '../testing/leads.js';
import { FLAT_FIELDS } from './field-names.js';

const { read, leadOf, warningsOf } = readingsOf('flat');
const placeholder = fc.constantFrom(
  ...[
    'None',
    'undefined',
    '[not provided]',
    '-',
    'TBD',
    '#REF!',
    'n.a.',
    'N/A',
    'Unknown',
    'null',
    '(blank)',
  ],
  ...['keine Angabe', 'unbekannt', 'non renseigné', 'desconocido', 'sconosciuto', 'onbekend', 'не указано'],
  ...['不明', '--', '{{company}}', 'xxx', 'n/d', 'k.A.', 'unknown unknown'],
);
const fields = fc.constantFrom(...FLAT_FIELDS.filter((field) => field !== 'do_not_contact'));
const jane = {
  email: 'jane@acme.example',
  first_name: 'Jane',
  last_name: 'Doe',
  company: 'Acme',
  title: 'CEO',
};

describe('placeholders in a flat payload', () => {
  it('are as if the field were not sent, in every field', () => {
    fc.assert(
      fc.property(fields, placeholder, (field, value) => {
        const { [field]: _given, ...others } = jane as Record<string, string>;
        expect(leadOf({ ...others, [field]: value })).toEqual(leadOf(others));
      }),
      { numRuns: 1_000 },
    );
  });

  it('never make two people one, and never name a company', () => {
    fc.assert(
      fc.property(placeholder, placeholder, placeholder, fc.boolean(), (first, last, company, isWhole) => {
        const name = isWhole ? { name: `${first} ${last}` } : { first_name: first, last_name: last };
        const lead = leadOf({ ...name, company, email: first });
        expect([lead.firstName, lead.lastName, lead.company.name, dedupeKey(lead)]).toEqual(
          Array(4).fill(null),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('leave the field to another name of it', () => {
    expect(leadOf({ company: 'N/A', 'account name': 'Acme' }).company.name).toBe('Acme');
    expect(leadOf({ email: 'none', 'work email': jane.email }).email).toBe(jane.email);
    expect(leadOf({ first_name: 'N/A', last_name: '-', name: 'Jane Doe' })).toMatchObject({
      lastName: 'Doe',
    });
  });

  it('are named in a warning where they stand for the person or the company', () => {
    expect(warningsOf({ ...jane, company: 'Unknown' })).toEqual([
      '"company" was ignored: "Unknown" was taken for a missing company',
    ]);
    expect(warningsOf({ ...jane, company: '-', title: 'None', industry: 'N/A' })).toEqual([]);
    expect(read({ ...jane, company: 'TBD' }, true).ok).toBe(true);
  });

  it('are no id of a record: two strangers would have the same', () => {
    expect(read({ ...jane, external_id: 'N/A' })).not.toHaveProperty('externalId');
  });

  it('are a code where the field has such codes', () => {
    const lead = leadOf({ ...jane, country: 'NA', state: 'NA', phone: '081 123 4567' });
    expect(lead.phone).toBe('+264811234567');
    expect(leadOf({ ...jane, company: 'NA', title: 'NA' })).toMatchObject({
      company: { name: null },
      jobTitle: null,
    });
  });

  it('hold a lead back where its opt-out cannot be known', () => {
    for (const said of ['-', 'N/A', 'none', 'null']) {
      expect(leadOf({ ...jane, do_not_contact: said }).doNotContact).toBe(false);
    }
    for (const said of ['Unknown', '#REF!', 'TBD', '???']) {
      expect(read({ ...jane, do_not_contact: said }).ok).toBe(false);
    }
  });
});

describe('placeholders in other places', () => {
  const company = { name: 'Northgate' };

  it.each([
    [
      'provider_a',
      { person: { first_name: 'N/A', name: 'None', email: 'a@b.example' }, organization: { name: '#REF!' } },
    ],
    [
      'provider_b',
      { contact: { firstName: 'None', lastName: 'None', email: 'a@b.example', company: { name: 'TBD' } } },
    ],
    [
      'provider_c',
      { data: { first_name: 'null', last_name: '-', email: 'a@b.example', company: 'Unknown' } },
    ],
  ] as const)('of %s are missing as well', (kind, data) => {
    const lead = readingsOf(kind).leadOf(data);
    expect([lead.firstName, lead.lastName, lead.company.name]).toEqual([null, null, null]);
  });

  it('give a ticket no key and no person', () => {
    const ticket = aTicket({
      userName: 'Unknown',
      clientName: '#REF!',
      email: 'none',
      summary: 'None - None',
    });
    expect(personKeys(factsOfTicket(ticket, null, 'US'))).toEqual([]);
    expect(isOfAnother({ ...ticket, email: 'x@y.example' }, factsOfTicket(aTicket(), null, 'US'))).toBe(
      false,
    );
    const unknown = { email: null, firstName: 'Unknown', lastName: null, phone: '+14155550132', company };
    expect(personTraits(unknown)).toMatchObject({ name: null, companyPerson: null });
  });
});
