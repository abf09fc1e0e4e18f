import { describe, expect, it } from '@jest/globals';
import type { Lead } from '../model.js';
import { readFlagged, readPayload } from '../read-payload.js';
import { documentedSamples, sourceOfKind } from '../testing/documented-samples.js';
import { settings } from '../testing/leads.js';

const samples = documentedSamples();

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

describe('docs/samples', () => {
  it('has a sample of every kind', () => {
    expect([...new Set(samples.map(({ kind }) => kind))].sort()).toEqual([
      'cognism',
      'flat',
      'hubspot',
      'lusha',
      'provider_a',
      'provider_b',
      'provider_c',
    ]);
    expect(samples.length).toBeGreaterThanOrEqual(12);
  });

  it.each(samples.map((sample, index) => [index + 1, sample.kind, sample] as const))(
    'sample %i, of %s, is read as it says, only under its kind',
    (_index, kind, { payload, lead }) => {
      const result = read(kind, payload);
      expect(result.ok ? shown(result.lead, result.warnings) : result.faults).toEqual(lead);
      expect(readFlagged(sourceOfKind(kind), payload, settings)).toHaveLength(
        lead['CF_105'] === true ? 1 : 0,
      );
    },
  );
});
