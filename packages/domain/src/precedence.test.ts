import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Lead, ProviderKind } from './model.js';
import { mergeSources, type SourceData } from './precedence.js';
import { sourcesOfLead } from './testing/arbitraries.js';
import { aLead, anEmptyLead } from './testing/leads.js';

const DAY = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-02T00:00:00.000Z';

function data(kind: ProviderKind, overrides: Partial<Lead>, receivedAt = DAY): SourceData {
  return { kind, lead: anEmptyLead(overrides), receivedAt };
}

/** The same kind of value from A, B, C and a flat source, each naming its source. */
function fromEach(build: (name: string) => Partial<Lead>): Record<string, SourceData> {
  return {
    provider_a: data('provider_a', build('a')),
    provider_b: data('provider_b', build('b')),
    provider_c: data('provider_c', build('c')),
    manual: data('flat', build('manual')),
  };
}

/** The sources that a value comes from as one source after another is removed. */
function orderOf(build: (name: string) => Partial<Lead>, read: (lead: Lead) => unknown): unknown[] {
  const sources = fromEach(build);
  const order: unknown[] = [];
  for (;;) {
    const names = Object.keys(sources);
    const merged = mergeSources(sources, names[0] ?? '');
    const value = read(merged.lead);
    if (names.length === 0 || value === null || value === undefined) return order;
    order.push(value);
    const winner = names.find((name) => read(sources[name]?.lead ?? anEmptyLead()) === value);
    delete sources[winner ?? ''];
  }
}

const company = (overrides: Partial<Lead['company']>): Partial<Lead> => ({
  company: { name: null, website: null, phone: null, ...overrides },
});

describe('specification, "Multi-source precedence": "contact info | provider B, provider A, provider C"', () => {
  it.each([
    [
      'first and last name',
      (name: string) => ({ firstName: name, lastName: 'Doe' }),
      (lead: Lead) => lead.firstName,
    ],
    ['email', (name: string) => ({ email: name }), (lead: Lead) => lead.email],
    ['job title', (name: string) => ({ jobTitle: name }), (lead: Lead) => lead.jobTitle],
    ['CF_109', (name: string) => ({ customFields: { 109: name } }), (lead: Lead) => lead.customFields[109]],
    ['CF_110', (name: string) => ({ customFields: { 110: name } }), (lead: Lead) => lead.customFields[110]],
  ])('%s', (_what, build, read) => {
    expect(orderOf(build, read)).toEqual(['b', 'a', 'c', 'manual']);
  });
});

describe('specification, "Multi-source precedence": "company info | provider B, provider A, provider C"', () => {
  it.each([
    ['name', (name: string) => company({ name }), (lead: Lead) => lead.company.name],
    ['website', (name: string) => company({ website: name }), (lead: Lead) => lead.company.website],
    ['industry', (name: string) => ({ industry: name }), (lead: Lead) => lead.industry],
    ['CF_102', (name: string) => ({ customFields: { 102: name } }), (lead: Lead) => lead.customFields[102]],
    ['CF_103', (name: string) => ({ customFields: { 103: name } }), (lead: Lead) => lead.customFields[103]],
    ['CF_107', (name: string) => ({ customFields: { 107: name } }), (lead: Lead) => lead.customFields[107]],
    ['CF_108', (name: string) => ({ customFields: { 108: name } }), (lead: Lead) => lead.customFields[108]],
    ['CF_112', (name: string) => ({ customFields: { 112: name } }), (lead: Lead) => lead.customFields[112]],
    ['CF_113', (name: string) => ({ customFields: { 113: name } }), (lead: Lead) => lead.customFields[113]],
  ])('%s', (_what, build, read) => {
    expect(orderOf(build, read)).toEqual(['b', 'a', 'c', 'manual']);
  });

  it('decision "CF_111 follows company info"', () => {
    const build = (name: string) => ({ customFields: { 111: name } });
    expect(orderOf(build, (lead) => lead.customFields[111])).toEqual(['b', 'a', 'c', 'manual']);
  });
});

describe('specification, "Multi-source precedence": "email verification | provider C, provider B, provider A"', () => {
  it('the status', () => {
    const build = (name: string) => ({ emailVerification: name });
    expect(orderOf(build, (lead) => lead.emailVerification)).toEqual(['c', 'b', 'a', 'manual']);
  });
});

describe('specification, "Multi-source precedence": "phone numbers | provider B, provider A"', () => {
  it('the phone; decision "provider C\'s phone counts when nobody else gave one"', () => {
    const build = (name: string) => ({ phone: name });
    expect(orderOf(build, (lead) => lead.phone)).toEqual(['b', 'a', 'manual', 'c']);
  });

  it("the company's phone", () => {
    const build = (name: string) => company({ phone: name });
    expect(orderOf(build, (lead) => lead.company.phone)).toEqual(['b', 'a', 'manual', 'c']);
  });
});

describe('specification, "Multi-source precedence": "social media | provider A, provider B"', () => {
  it('the profile link', () => {
    const build = (name: string) => ({ linkedinUrl: name });
    expect(orderOf(build, (lead) => lead.linkedinUrl)).toEqual(['a', 'b', 'manual', 'c']);
  });
});

describe('specification, "Multi-source precedence": "technographics | provider A, provider B"', () => {
  it.each([104, 106])('CF_%i', (id) => {
    const build = (name: string) => ({ customFields: { [id]: name } });
    expect(orderOf(build, (lead) => lead.customFields[id])).toEqual(['a', 'b', 'manual', 'c']);
  });
});

describe('decision "Several sources for one lead": each value from the best source present', () => {
  it('a better source without a value does not erase that of another', () => {
    const merged = mergeSources(
      {
        provider_b: data('provider_b', { firstName: 'Jane', lastName: 'Doe' }, LATER),
        provider_a: data('provider_a', {
          firstName: 'J.',
          lastName: 'D.',
          phone: '+14155550132',
          jobTitle: 'CTO',
        }),
      },
      'provider_b',
    );
    expect(merged.lead).toMatchObject({
      firstName: 'Jane',
      lastName: 'Doe',
      phone: '+14155550132',
      jobTitle: 'CTO',
    });
  });

  it('provider C never overwrites what provider B said about the phone', () => {
    const sources = {
      provider_b: data('provider_b', { phone: '+14155550132' }),
      provider_c: data('provider_c', { phone: '+14155550199' }, LATER),
    };
    expect(mergeSources(sources, 'provider_c').lead.phone).toBe('+14155550132');
  });

  it('a first name is never combined with the last name of another source', () => {
    const sources = {
      provider_b: data('provider_b', { lastName: 'Dough' }),
      provider_a: data('provider_a', { firstName: 'Jane', lastName: 'Doe' }),
    };
    expect(mergeSources(sources, 'provider_a').lead).toMatchObject({ firstName: null, lastName: 'Dough' });
  });

  it('a headcount never contradicts CF_108', () => {
    const sources = {
      provider_b: data('provider_b', { headcount: null, customFields: { 108: '51-200' } }),
      provider_a: data('provider_a', { headcount: 9_000, customFields: { 108: '5001-10000' } }),
    };
    const { lead, provenance } = mergeSources(sources, 'provider_a');
    expect(lead.headcount).toBeNull();
    expect(lead.customFields[108]).toBe('51-200');
    expect(provenance['CF_108']).toEqual({ source: 'provider_b', at: DAY });
    expect(provenance).not.toHaveProperty('headcount');
  });

  it('research texts come from any source that has them', () => {
    const research = { publicResearch: 'Opened an office', newsArticles: null, initialNotes: 'Met once' };
    const sources = { provider_b: data('provider_b', {}), manual: data('flat', { research }) };
    expect(mergeSources(sources, 'provider_b').lead.research).toEqual(research);
  });
});

describe('two sources of one kind', () => {
  it('the newer data wins', () => {
    const sources = {
      csv: data('flat', { jobTitle: 'CTO' }, LATER),
      manual: data('flat', { jobTitle: 'CIO' }),
    };
    expect(mergeSources(sources, 'csv').lead.jobTitle).toBe('CTO');
    expect(mergeSources(sources, 'manual').lead.jobTitle).toBe('CTO');
  });

  it.each(['cognism', 'lusha', 'hubspot'] as const)('%s ranks like the flat ones', (kind) => {
    const theirs = {
      manual: data('flat', { jobTitle: 'CIO' }),
      [kind]: data(kind, { jobTitle: 'CTO', phone: '+14155550199' }, LATER),
    };
    expect(mergeSources(theirs, kind).lead.jobTitle).toBe('CTO');
    const known = { ...theirs, provider_c: data('provider_c', { jobTitle: 'COO', phone: '+14155550132' }) };
    expect(mergeSources(known, kind).lead).toMatchObject({ jobTitle: 'COO', phone: '+14155550199' });
  });

  it('at equal times the name decides, so that the result is deterministic', () => {
    const sources = { manual: data('flat', { jobTitle: 'CIO' }), csv: data('flat', { jobTitle: 'CTO' }) };
    const reversed = Object.fromEntries(Object.entries(sources).reverse());
    expect(mergeSources(sources, 'csv').lead.jobTitle).toBe('CTO');
    expect(mergeSources(reversed, 'csv').lead.jobTitle).toBe('CTO');
  });
});

describe('an opt-out', () => {
  it.each(['provider_a', 'provider_b', 'provider_c', 'manual'])('counts from any source: %s', (name) => {
    const sources = fromEach(() => ({}));
    const optedOut = sources[name];
    if (optedOut === undefined) throw new Error('The table names a source that is not there');
    sources[name] = { ...optedOut, lead: { ...optedOut.lead, doNotContact: true } };
    const { lead, provenance } = mergeSources(sources, 'provider_b');
    expect(lead.doNotContact).toBe(true);
    expect(lead.customFields[105]).toBe(true);
    expect(provenance['do_not_contact']).toEqual({ source: name, at: DAY });
    expect(provenance['CF_105']).toEqual({ source: name, at: DAY });
  });

  it('belongs to the source that reported it first', () => {
    const sources = {
      provider_a: data('provider_a', { doNotContact: true }, LATER),
      provider_b: data('provider_b', { doNotContact: true }, DAY),
    };
    expect(mergeSources(sources, 'provider_a').provenance['do_not_contact']).toEqual({
      source: 'provider_b',
      at: DAY,
    });
  });

  it('is explicitly false if the person has not opted out', () => {
    const { lead } = mergeSources(
      fromEach(() => ({})),
      'provider_c',
    );
    expect(lead.doNotContact).toBe(false);
    expect(lead.customFields[105]).toBe(false);
  });
});

describe('CF_101', () => {
  const sources = {
    provider_b: data('provider_b', { customFields: { 101: 'Provider B' } }),
    manual: data('flat', { customFields: { 101: 'Manual' } }, LATER),
  };

  it('names the latest source, because a ticket created now is created from it', () => {
    expect(mergeSources(sources, 'manual').lead.customFields[101]).toBe('Manual');
    expect(mergeSources(sources, 'provider_b').lead.customFields[101]).toBe('Provider B');
    expect(mergeSources(sources, 'provider_b').provenance['CF_101']).toEqual({
      source: 'provider_b',
      at: DAY,
    });
  });

  it('names the newest source if the latest one is unknown', () => {
    expect(mergeSources(sources, 'provider_x').lead.customFields[101]).toBe('Manual');
  });
});

describe('provenance: "for each field which source set it and when"', () => {
  it('names every field that has a value, and no other', () => {
    const { provenance } = mergeSources(
      { provider_a: { kind: 'provider_a', lead: aLead(), receivedAt: DAY } },
      'provider_a',
    );
    expect(Object.keys(provenance).sort()).toEqual([
      'CF_101',
      'CF_102',
      'CF_103',
      'CF_104',
      'CF_105',
      'CF_106',
      'CF_107',
      'CF_108',
      'CF_109',
      'CF_110',
      'CF_111',
      'CF_112',
      'CF_113',
      'company',
      'company_phone',
      'do_not_contact',
      'email',
      'email_verification',
      'first_name',
      'headcount',
      'industry',
      'last_name',
      'linkedin_url',
      'phone',
      'title',
      'website',
    ]);
  });

  it('names source and time', () => {
    const sources = {
      provider_b: data('provider_b', { phone: '+14155550132' }),
      provider_a: data('provider_a', { linkedinUrl: 'https://linkedin.test/in/jane' }, LATER),
    };
    expect(mergeSources(sources, 'provider_a').provenance).toMatchObject({
      phone: { source: 'provider_b', at: DAY },
      linkedin_url: { source: 'provider_a', at: LATER },
    });
  });
});

describe('one source, or none', () => {
  it('one source is the lead itself', () => {
    const lead = aLead();
    expect(
      mergeSources({ provider_a: { kind: 'provider_a', lead, receivedAt: DAY } }, 'provider_a').lead,
    ).toEqual(lead);
  });

  it('no source results in a lead without data', () => {
    const { lead, provenance } = mergeSources({}, 'provider_a');
    expect(lead).toEqual(anEmptyLead({ customFields: { 105: false } }));
    expect(provenance).toEqual({});
  });
});

describe('laws', () => {
  it('the order of arrival does not matter: neither the order of the record nor the times of different kinds', () => {
    const shuffled = sourcesOfLead.chain((sources) =>
      fc.tuple(
        fc.constant(sources),
        fc.shuffledSubarray(Object.keys(sources), { minLength: Object.keys(sources).length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([sources, order]) => {
        const latest = Object.keys(sources)[0] ?? '';
        const reordered = Object.fromEntries(order.map((name) => [name, sources[name]])) as typeof sources;
        expect(mergeSources(reordered, latest)).toEqual(mergeSources(sources, latest));
      }),
    );
  });

  it('the times of arrival of the providers do not matter', () => {
    const times = fc.shuffledSubarray([DAY, LATER, '2026-01-03T00:00:00.000Z'], {
      minLength: 3,
      maxLength: 3,
    });
    fc.assert(
      fc.property(sourcesOfLead, times, (sources, [first, second, third]) => {
        const at: Record<string, string | undefined> = {
          provider_a: first,
          provider_b: second,
          provider_c: third,
        };
        const providers = Object.entries(sources).filter(([name]) => name in at);
        fc.pre(providers.length > 0);
        const latest = providers[0]?.[0] ?? '';
        const retimed = providers.map(
          ([name, source]) => [name, { ...source, receivedAt: at[name] ?? DAY }] as const,
        );
        const one = mergeSources(Object.fromEntries(providers), latest);
        const other = mergeSources(Object.fromEntries(retimed), latest);
        expect(other.lead).toEqual(one.lead);
      }),
    );
  });

  it('every value of the merged lead is a value of one of its sources', () => {
    fc.assert(
      fc.property(sourcesOfLead, (sources) => {
        const { lead, provenance } = mergeSources(sources, Object.keys(sources)[0] ?? '');
        const leads = Object.values(sources).map((source) => source.lead);
        expect(leads.map((each) => each.phone)).toContain(lead.phone);
        expect(leads.map((each) => each.jobTitle)).toContain(lead.jobTitle);
        for (const { source, at } of Object.values(provenance)) expect(sources[source]?.receivedAt).toBe(at);
      }),
    );
  });

  it('merging merged data changes nothing', () => {
    fc.assert(
      fc.property(sourcesOfLead, (sources) => {
        const name = Object.keys(sources)[0] ?? '';
        const { lead } = mergeSources(sources, name);
        const again = mergeSources({ [name]: { kind: 'flat', lead, receivedAt: DAY } }, name);
        expect(again.lead).toEqual(lead);
      }),
    );
  });
});
