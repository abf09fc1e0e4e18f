import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LIMITS } from '../cleansing/limits.js';
import { anyText, jsonValue } from '../testing/arbitraries.js';
import { aDraft } from '../testing/drafts.js';
import { settings, source } from '../testing/leads.js';
import { cleanse } from './cleanse.js';
import type { LeadDraft } from './lead-draft.js';

const clean = (draft: Partial<LeadDraft>) => cleanse(aDraft(draft), source('provider_a'), settings);

function unreadable(name: string): string {
  return `The ${name} could not be read; the lead is imported without it`;
}

describe('an empty draft', () => {
  it('is a lead that only knows its source', () => {
    const { lead, warnings, ignored } = clean({});
    expect(lead.customFields).toEqual({ 101: 'Provider A', 105: false });
    expect(lead).toMatchObject({ firstName: null, email: null, phone: null, company: { name: null } });
    expect([...warnings, ...ignored]).toEqual([]);
  });

  it('keeps an opt-out', () => {
    expect(clean({ doNotContact: true }).lead).toMatchObject({
      doNotContact: true,
      customFields: { 105: true },
    });
  });

  it('cannot override the source or the opt-out by a custom field', () => {
    const { customFields } = clean({ customFields: { 101: 'Other', 105: true } }).lead;
    expect(customFields).toEqual({ 101: 'Provider A', 105: false });
  });
});

describe('names', () => {
  it.each([
    ['  Jane \n', 'Doe', 'Jane', 'Doe'],
    ['\u202eJane', 'D\u00adoe', 'Jane', 'Doe'],
    ['Ｊａｎｅ', '𝐃𝐨𝐞', 'Jane', 'Doe'],
    ['Zoe\u0308', 'Ångström', 'Zo\u00eb', 'Ångström'],
    ['太郎', '山田', '太郎', '山田'],
    [7, true, '7', null],
  ])('%j and %j', (firstName, lastName, first, last) => {
    expect(clean({ firstName, lastName }).lead).toMatchObject({ firstName: first, lastName: last });
  });

  it('are split from the full name only if neither part is given', () => {
    const fullName = 'Whitfield, Dana';
    expect(clean({ fullName }).lead).toMatchObject({ firstName: 'Dana', lastName: 'Whitfield' });
    expect(clean({ fullName, firstName: 'Jane' }).lead).toMatchObject({ firstName: 'Jane', lastName: null });
    expect(clean({ fullName, lastName: '\u200b' }).lead).toMatchObject({ firstName: 'Dana' });
  });

  it.each([
    ['firstName', 'first name', LIMITS.personName],
    ['lastName', 'last name', LIMITS.personName],
    ['jobTitle', 'job title', LIMITS.jobTitle],
    ['companyName', 'company name', LIMITS.companyName],
    ['industry', 'industry', LIMITS.word],
  ])('%s of more than its limit is shortened with a warning', (field, name, limit) => {
    expect(clean({ [field]: 'x'.repeat(limit) }).warnings).toEqual([]);
    expect(clean({ [field]: ` ${'x'.repeat(limit)} ` }).warnings).toEqual([]);
    for (const end of ['x', ' y', '😀']) {
      expect(clean({ [field]: 'x'.repeat(limit) + end }).warnings).toEqual([
        `The ${name} was shortened to ${limit} characters`,
      ]);
    }
  });

  it.each([
    ['firstName', 'first name'],
    ['lastName', 'last name'],
    ['fullName', 'name'],
    ['jobTitle', 'job title'],
    ['companyName', 'company name'],
    ['industry', 'industry'],
    ['linkedinUrl', 'profile link'],
    ['website', 'website'],
  ])('%s that is a list, an object or true is left out with a warning', (field, name) => {
    for (const value of [['x'], { text: 'x' }, true]) {
      expect(clean({ [field]: value }).warnings).toEqual([unreadable(name)]);
    }
    for (const value of [[], {}, false, null, undefined, '']) {
      expect(clean({ [field]: value }).warnings).toEqual([]);
    }
  });
});

describe('links', () => {
  it.each([
    ['https://www.acme.test/', 'www.acme.test'],
    ['HTTP://acme.test/about/', 'acme.test/about'],
    ['//acme.test', 'acme.test'],
    ['bücher.test', 'bücher.test'],
  ])('the website %s', (website, expected) => {
    expect(clean({ website })).toMatchObject({ lead: { company: { website: expected } }, warnings: [] });
  });

  it.each(['acme', 'javascript:alert(1)', 'a b.test', '=cmd()'])(
    'the website %s is left out with a warning',
    (website) => {
      expect(clean({ website })).toMatchObject({
        lead: { company: { website: null } },
        warnings: [unreadable('website')],
      });
    },
  );

  it.each(['javascript:alert(1)//linkedin.com/in/x', 'data:text/html,x', 'dana', ' <script>'])(
    'the profile %s is left out with a warning',
    (linkedinUrl) => {
      expect(clean({ linkedinUrl })).toMatchObject({
        lead: { linkedinUrl: null },
        warnings: [unreadable('profile link')],
      });
    },
  );

  it('of more than 500 characters are left out, because a shortened link leads elsewhere', () => {
    const start = 'https://linkedin.test/in/';
    const longest = start + 'x'.repeat(LIMITS.url - start.length);
    expect(clean({ linkedinUrl: longest })).toMatchObject({ lead: { linkedinUrl: longest }, warnings: [] });
    expect(clean({ linkedinUrl: `${longest}x` })).toMatchObject({
      lead: { linkedinUrl: null },
      warnings: [unreadable('profile link')],
    });
  });
});

describe('phones', () => {
  it.each([
    [['202-555-0143'], '+12025550143', []],
    [[null, {}, '', '202-555-0143'], '+12025550143', []],
    [['ask Dana', '202-555-0143'], '+12025550143', ['A further phone number was left out: "ask Dana"']],
    [[2_025_550_143], '+12025550143', []],
    [['2025550143.0'], '+12025550143', []],
    [['٢٠٢٥٥٥٠١٤٣'], '+12025550143', []],
    [['+44 (0)20 7946 0018'], '+442079460018', []],
    [['ask Dana'], null, [unreadable('phone number')]],
    [[['202-555-0143']], null, [unreadable('phone number')]],
    [['0000000000'], null, [unreadable('phone number')]],
    [['202-555-0143 x12'], '+12025550143', ['The extension of the phone number was left out: "x12"']],
    [['202-555-0143,,12'], '+12025550143', ['The extension of the phone number was left out: "12"']],
    [
      ['202-555-0143 / ext 9; 202-555-0144'],
      '+12025550143',
      ['Of several numbers in the phone number the first one was taken, without "ext 9 202-555-0144"'],
    ],
  ])('%j', (phones, phone, warnings) => {
    expect(clean({ phones })).toMatchObject({ lead: { phone }, warnings });
  });

  it('of the company are its own, and the fallback of the person’s', () => {
    const company = ['202-555-0100'];
    expect(clean({ companyPhones: company }).lead).toMatchObject({
      phone: '+12025550100',
      company: { phone: '+12025550100' },
    });
    expect(clean({ phones: ['202-555-0143'], companyPhones: company }).lead).toMatchObject({
      phone: '+12025550143',
      company: { phone: '+12025550100' },
    });
  });

  it('that cannot be read are reported once: the person’s before the company’s', () => {
    expect(clean({ phones: ['x'], companyPhones: ['y'] }).warnings).toEqual([unreadable('phone number')]);
    expect(clean({ companyPhones: ['y'] }).warnings).toEqual([unreadable("company's phone number")]);
  });

  it.each([
    ['Germany', '030 901820', '+4930901820'],
    ['DE', '030 901820', '+4930901820'],
    ['Germany', '+1 202 555 0143', '+12025550143'],
    ['Germany', '(202) 555-0143', '+12025550143'],
    ['Atlantis', '+1 202-555-0143', '+12025550143'],
    [['DE'], '202-555-0143', '+12025550143'],
  ])('of %j: %s', (country, written, phone) => {
    expect(clean({ country, phones: [written] }).lead.phone).toBe(phone);
  });

  it('other than the used one are reported by their keys', () => {
    const phones = ['x', '202-555-0143', '202-555-0144', '+1 (202) 555-0143', '202-555-0145'];
    const phoneKeys = ['Phone', 'Mobile', 'Home', 'Work', null];
    expect(clean({ phones, phoneKeys }).ignored).toEqual([
      { key: 'Phone', reason: 'unreadable', field: 'phone' },
      { key: 'Home', reason: 'second', field: 'phone', taken: 'Mobile' },
    ]);
  });

  it('other than a provider’s own are not compared with it', () => {
    const draft = { phones: ['202-555-0143', '202-555-0144'], phoneKeys: [null, 'Mobile'] };
    expect(clean(draft).ignored).toEqual([]);
    expect(clean({ phones: draft.phones }).ignored).toEqual([]);
  });
});

describe('other fields', () => {
  it.each([[0], [-1], [null]])('a headcount of %j is unknown', (headcount) => {
    expect(clean({ headcount }).lead.headcount).toBeNull();
  });

  it('an email is cleaned, and anything else than a text is none', () => {
    expect(clean({ email: ' Dana@ACME.test ' }).lead.email).toBe('dana@acme.test');
    expect(clean({ email: 7 }).lead.email).toBeNull();
  });

  it.each([
    ['verified', 'verified'],
    [95, '95'],
    [{ status: 'valid' }, null],
    ['', null],
  ])('the email verification %j is %j', (emailVerification, expected) => {
    expect(clean({ emailVerification }).lead.emailVerification).toBe(expected);
  });
});

describe('laws', () => {
  const anything = fc.oneof(anyText, jsonValue);
  const drafts = fc.record({
    firstName: anything,
    lastName: anything,
    fullName: anything,
    email: anything,
    jobTitle: anything,
    phones: fc.array(anything, { maxLength: 3 }),
    companyPhones: fc.array(anything, { maxLength: 2 }),
    country: anything,
    linkedinUrl: anything,
    companyName: anything,
    website: anything,
    industry: anything,
    emailVerification: anything,
  });

  it('no draft makes it throw, and no text of the lead has an invisible end or two spaces', () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const { lead } = clean(draft);
        const texts = [
          lead.firstName,
          lead.lastName,
          lead.email,
          lead.jobTitle,
          lead.company.name,
          lead.industry,
        ];
        for (const text of texts) {
          expect(text).not.toBe('');
          expect(text ?? 'x').toBe((text ?? 'x').trim().replace(/\s+/gu, ' '));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('a clean lead cleansed again is unchanged', () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const { lead } = clean(draft);
        const { company, firstName, lastName, email, jobTitle, phone, linkedinUrl, industry } = lead;
        const again = clean({
          ...{ firstName, lastName, email, jobTitle, linkedinUrl, industry },
          phones: [phone],
          companyPhones: [company.phone],
          companyName: company.name,
          website: company.website,
          emailVerification: lead.emailVerification,
        });
        expect(again).toEqual({ lead, warnings: [], writtenNames: [], ignored: [] });
      }),
      { numRuns: 200 },
    );
  });
});
