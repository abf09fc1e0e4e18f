import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { industryOf } from './industry.js';
import { assignLists, defaultListNames, type ListFacts } from './list-assignment.js';
import { anyText } from './testing/arbitraries.js';

const facts: ListFacts = {
  sourceLabel: 'Provider A',
  fitScore: null,
  servicesOffered: null,
  companySize: null,
  doNotContact: false,
};

describe('specification, "List assignment after lead creation": "source | the list for the lead source"', () => {
  it.each(['Provider A', 'Provider B', 'Provider C', 'Manual', 'CSV', 'People Base'])(
    'Source: %s',
    (sourceLabel) => {
      expect(assignLists({ ...facts, sourceLabel })).toContain(`Source: ${sourceLabel}`);
    },
  );
});

describe('specification, "List assignment after lead creation": "fit score (CF_206, default 0)"', () => {
  it.each([
    ['"greater than 80 goes to the hot list"', 81, 'Hot'],
    ['"greater than 80 goes to the hot list"', 100, 'Hot'],
    ['"60 to 80 goes to the warm list"', 80, 'Warm'],
    ['"60 to 80 goes to the warm list"', 60, 'Warm'],
    ['"below 60 goes to the cold list"', 59, 'Cold'],
    ['"below 60 goes to the cold list"', 0, 'Cold'],
    ['"default 0"', null, 'Cold'],
  ])('%s: %p is only on %s', (_rule, fitScore, list) => {
    const lists = assignLists({ ...facts, fitScore });
    expect(lists.filter((name) => ['Hot', 'Warm', 'Cold'].includes(name))).toEqual([list]);
  });
});

describe('specification, "List assignment after lead creation": "the list for the industry taken from CF_102"', () => {
  it.each([
    ['Software', 'Industry: Software'],
    ['Software, cloud hosting', 'Industry: Software'],
    ['Computer Software; search, cloud', 'Industry: Software'],
    ['information technology & services', 'Industry: Information Technology'],
    ['Managed IT services, help desk', 'Industry: Information Technology'],
    ['Hospital & Health Care', 'Industry: Healthcare'],
    ['Healthcare Services', 'Industry: Healthcare'],
    ['financial services', 'Industry: Financial Services'],
    ['Manufacturing', 'Industry: Manufacturing'],
    ['E-Commerce', 'Industry: E-Commerce'],
    ['real estate | property', 'Industry: Real Estate'],
    ['MARKETING AND ADVERTISING', 'Industry: Marketing'],
    ['Law Practice', 'Industry: Legal'],
  ])('%s: %s', (servicesOffered, list) => {
    expect(assignLists({ ...facts, servicesOffered })).toContain(list);
  });

  it.each([
    ['nothing', null],
    ['an empty text', ''],
    ['a word that is no industry', 'help desk'],
    ['an industry that is not in the first segment', 'help desk, software'],
    ['a word that only contains one', 'Softwareish'],
    ['provider C’s pattern', 'Pattern: {first}; Organization: Software'],
  ])('decision "none recognised: no industry list": %s', (_what, servicesOffered) => {
    const lists = assignLists({ ...facts, servicesOffered });
    expect(lists.filter((name) => name.startsWith('Industry'))).toEqual([]);
  });

  it('the longer word wins', () => {
    expect(industryOf('Computer & Network Security')).toBe('Cybersecurity');
    expect(industryOf('Investment Banking')).toBe('Financial Services');
    expect(industryOf('Management Consulting')).toBe('Consulting');
  });
});

describe('specification, "List assignment after lead creation": "size | the list for the company size"', () => {
  it.each([
    [100_000, 'Enterprise'],
    [500, 'Enterprise'],
    [499, 'Mid-Market'],
    [50, 'Mid-Market'],
    [49, 'Small Business'],
    [1, 'Small Business'],
  ])('"Enterprise 500+, Mid-Market 50-499, Small Business 1-49 employees": %i is %s', (companySize, list) => {
    const lists = assignLists({ ...facts, companySize });
    expect(lists.filter((name) => ['Enterprise', 'Mid-Market', 'Small Business'].includes(name))).toEqual([
      list,
    ]);
  });

  it.each([null, 0, -5, Number.NaN])('a size of %p has no list', (companySize) => {
    expect(assignLists({ ...facts, companySize })).toEqual(['Source: Provider A', 'Cold']);
  });
});

describe('specification, "List assignment after lead creation": "when CF_105 is true, the Do Not Contact list"', () => {
  it('is included in addition to the others', () => {
    expect(assignLists({ ...facts, doNotContact: true })).toEqual([
      'Source: Provider A',
      'Cold',
      'Do Not Contact',
    ]);
  });

  it('is omitted otherwise', () => {
    expect(assignLists(facts)).not.toContain('Do Not Contact');
  });
});

describe('"the ticket is added to every list that applies"', () => {
  it('all five at once, in the order of the table', () => {
    const all: ListFacts = {
      sourceLabel: 'Provider B',
      fitScore: 90,
      servicesOffered: 'Healthcare; telehealth',
      companySize: 240,
      doNotContact: true,
    };
    expect(assignLists(all)).toEqual([
      'Source: Provider B',
      'Hot',
      'Industry: Healthcare',
      'Mid-Market',
      'Do Not Contact',
    ]);
  });
});

describe('decision "List names → ids": names in the configuration', () => {
  it('takes every name from the configuration', () => {
    const names = {
      hot: 'A leads',
      warm: 'B leads',
      cold: 'C leads',
      enterprise: 'Large',
      midMarket: 'Medium',
      smallBusiness: 'Small',
      doNotContact: 'Opt-outs',
      source: 'From <label>',
      industry: '<name> companies',
    };
    const all = { ...facts, fitScore: 61, servicesOffered: 'Retail', companySize: 4, doNotContact: true };
    expect(assignLists(all, names)).toEqual([
      'From Provider A',
      'B leads',
      'Retail companies',
      'Small',
      'Opt-outs',
    ]);
  });

  it('names a list once if two have the same name', () => {
    expect(assignLists(facts, { ...defaultListNames, cold: 'Source: Provider A' })).toEqual([
      'Source: Provider A',
    ]);
  });

  it('uses a label that contains a replacement pattern unchanged', () => {
    expect(assignLists({ ...facts, sourceLabel: '$& $1' })[0]).toBe('Source: $& $1');
  });
});

describe('laws', () => {
  it('every lead has its source list, exactly one fit list, and no list twice', () => {
    const anyFacts = fc.record({
      sourceLabel: fc.constantFrom('Provider A', 'Manual'),
      fitScore: fc.option(fc.integer({ min: 0, max: 100 })),
      servicesOffered: fc.option(anyText),
      companySize: fc.option(fc.integer({ min: 0, max: 100_000 })),
      doNotContact: fc.boolean(),
    });
    fc.assert(
      fc.property(anyFacts, (given) => {
        const lists = assignLists(given);
        expect(lists[0]).toBe(`Source: ${given.sourceLabel}`);
        expect(lists.filter((name) => ['Hot', 'Warm', 'Cold'].includes(name))).toHaveLength(1);
        expect(new Set(lists).size).toBe(lists.length);
        expect(lists.includes('Do Not Contact')).toBe(given.doNotContact);
      }),
    );
  });
});
