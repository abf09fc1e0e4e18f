import { describe, expect, it } from '@jest/globals';

import type { ProviderKind } from '../model.js';
import { readPayload } from '../read-payload.js';
import { sourceOfKind } from '../testing/documented-samples.js';
import { settings } from '../testing/leads.js';
import { EVERY_FIELD, formsOf, partsAround, valueRemarks } from './value-forms.js';

const person = { first_name: 'Jo', last_name: 'Doe', email: 'jo@acme.example', company: 'Acme' };
const camel = { firstName: 'Jo', lastName: 'Doe', email: 'jo@acme.example' };

interface Form {
  readonly kind: ProviderKind;
  readonly of: (size: unknown, revenue: unknown) => unknown;
  readonly size: string;
  readonly revenue?: string;
}

const forms: Readonly<Record<string, Form>> = {
  flat: {
    kind: 'flat',
    of: (size, revenue) => ({ ...person, 'Company Size': size, Revenue: revenue }),
    size: 'Company Size',
    revenue: 'Revenue',
  },
  apollo: {
    kind: 'provider_a',
    of: (size, revenue) => ({
      person,
      organization: { name: 'Acme', estimated_num_employees: size, annual_revenue: revenue },
    }),
    size: 'organization.estimated_num_employees',
    revenue: 'organization.annual_revenue',
  },
  zoominfo: {
    kind: 'provider_b',
    of: (size, revenue) => ({ contact: camel, company: { name: 'Acme', employeeCount: size, revenue } }),
    size: 'company.employeeCount',
    revenue: 'company.revenue',
  },
  hunter: {
    kind: 'provider_c',
    of: (size) => ({ data: { ...person, score: 9, company_size: size } }),
    size: 'data.company_size',
  },
  'hunter, search': {
    kind: 'provider_c',
    of: (size) => ({
      data: { organization: 'Acme', headcount: size, emails: [{ value: 'jo@acme.example' }] },
    }),
    size: 'data.headcount',
  },
  cognism: {
    kind: 'cognism',
    of: (size, revenue) => ({
      results: [{ ...camel, email: { address: 'jo@acme.example' }, account: { headcount: size, revenue } }],
    }),
    size: 'results[0].account.headcount',
    revenue: 'results[0].account.revenue',
  },
  lusha: {
    kind: 'lusha',
    of: (size, revenue) => ({
      results: [
        { ...camel, emails: ['jo@acme.example'], company: { companySize: size, revenueRange: revenue } },
      ],
    }),
    size: 'results[0].company.companySize',
    revenue: 'results[0].company.revenueRange',
  },
  hubspot: {
    kind: 'hubspot',
    of: (size, revenue) => ({
      properties: { email: 'jo@acme.example', company: 'Acme', numemployees: size, annualrevenue: revenue },
    }),
    size: 'properties.numemployees',
    revenue: 'properties.annualrevenue',
  },
};

function read(form: Form, size: unknown, revenue: unknown) {
  const result = readPayload(sourceOfKind(form.kind), form.of(size, revenue), settings);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result;
}

describe.each(Object.entries(forms))('quantities of %s', (_name, form) => {
  it('with a word that is not known are not read, and reported', () => {
    const { lead, warnings } = read(form, '85 offices', '10 zillion');
    expect([lead.headcount, lead.customFields[107]]).toEqual([null, undefined]);
    expect(warnings).toContain(`"${form.size}" was ignored: its value cannot be read as headcount`);
    if (form.revenue !== undefined) {
      expect(warnings).toContain(`"${form.revenue}" was ignored: its value cannot be read as annual_revenue`);
    }
  });

  it('are read without remarks', () => {
    const { lead, warnings } = read(form, '85 as of 2024', '$7M (2023: $6M)');
    expect(lead.headcount ?? 85).toBe(85);
    expect(lead.customFields[108]).toBe('51-200');
    expect(warnings).toEqual([]);
  });

  it('in another currency are reported', () => {
    const { warnings } = read(form, null, '7 Mio. €');
    expect(warnings).toEqual(
      form.revenue === undefined
        ? []
        : [
            `"${form.revenue}" is in EUR, and was read as if it were in US dollars: amounts are not converted`,
          ],
    );
  });

  it.each([4.915_12e12, '4.91512E+12'])('such as %p, a phone number, is left out and reported', (phone) => {
    const { lead, warnings } = read(form, phone, null);
    expect(lead.headcount).toBeNull();
    expect(lead.customFields[107]).toBeUndefined();
    // Hunter's search has an estimate beside it.
    expect(lead.customFields[108]).not.toBe('10001+');
    expect(warnings).toEqual([expect.stringContaining(`"${form.size}" was ignored`)]);
  });

  it('without an end are in the bracket above', () => {
    if (form.kind === 'provider_a') return;
    expect(read(form, '> 200', null).lead.customFields[108]).toBe('201-1000');
    expect(read(form, '10000+', null).lead.customFields[108]).toBe('10001+');
    expect(read(form, 'over 1k', null).lead.customFields[108]).toBe('1001-5000');
  });
});

describe('a revenue that is concluded from a headcount', () => {
  it.each(['flat', 'apollo'])('is marked, of %s', (name) => {
    const form = forms[name];
    expect(form && read(form, '85', null).lead).toMatchObject({ derivedFields: [107] });
    expect(form && read(form, null, '$7M').lead).not.toHaveProperty('derivedFields');
  });

  it('is not, if the file has one', () => {
    const form = forms['flat'];
    expect(form && read(form, '85', '$7M').lead).not.toHaveProperty('derivedFields');
  });
});

describe('what is reported of the parts of a payload', () => {
  it('keys of the record and of what contains it that are not read', () => {
    const record = { company: 'Acme', name: 'Dana' };
    const around = [{ part: { data: record, phone: '1', technologies: ['SAP'] }, path: '' }];
    const place = { part: record, path: 'data' };
    const { misplaced } = valueRemarks([...partsAround(around), [place, formsOf('any', ['name'])]]);
    expect(misplaced.map(({ key }) => key)).toEqual(['phone', 'technologies', 'data.company']);
    const read = formsOf('any', ['name', 'company', 'phone', 'technologies']);
    expect(valueRemarks([...partsAround(around, read), [place, read]]).misplaced).toEqual([]);
    expect(valueRemarks([[place, {}, EVERY_FIELD]]).misplaced).toEqual([]);
  });

  it.each([[['Acme']], ['Acme'], [7], [true]])('a company that is %j', (company) => {
    const remarks = valueRemarks([[{ part: { company }, path: 'contact' }, { company: 'company' }]]);
    expect(remarks.unreadable).toEqual([{ key: 'contact.company', reason: 'unreadable', field: 'company' }]);
  });

  it.each([[{ name: 'Acme' }], [{}], [[]], [null], [''], [undefined]])(
    'not a company that is %j',
    (company) => {
      const remarks = valueRemarks([[{ part: { company }, path: '' }, { company: 'company' }]]);
      expect(remarks.unreadable).toEqual([]);
    },
  );

  it.each<[unknown, string[]]>([
    ['valid', ['verification']],
    [{ status: { text: 'valid' } }, ['verification.status']],
    [{ status: 'valid' }, []],
    [[{ uri: 'https://a.example' }, 'b.example', null, {}], ['verification']],
  ])('%j in place of an object', (verification, keys) => {
    const forms = { verification: { object: { status: 'text' } } } as const;
    const { unreadable } = valueRemarks([[{ part: { verification }, path: '' }, forms]]);
    expect(unreadable.map(({ key }) => key)).toEqual(keys);
  });

  it.each<[unknown, string[]]>([
    [[{ uri: 'https://a.example' }, 'b.example', null, {}, false, 'n/a'], []],
    [
      [{ uri: ['https://a.example'] }, [['b.example']], 7, true],
      ['sources[0].uri', 'sources[1]', 'sources[3]'],
    ],
    [{ uri: 'https://a.example' }, []],
    [{ page: 'https://a.example' }, ['sources']],
  ])('%j in place of a list', (sources, keys) => {
    const forms = { sources: { list: { uri: 'text' } } } as const;
    const { unreadable } = valueRemarks([[{ part: { sources }, path: '' }, forms]]);
    expect(unreadable.map(({ key }) => key)).toEqual(keys);
  });
});
