import { describe, expect, it } from '@jest/globals';
import type { ProviderKind } from '../model.js';
import { readPayload } from '../read-payload.js';
import { sourceOfKind } from '../testing/documented-samples.js';
import { settings } from '../testing/leads.js';

const ofZoomInfo = { firstName: 'Dana', email: 'dana@acme.test', company: { name: 'Acme' } };
const ofHunter = { first_name: 'Dana', email: 'dana@acme.test', company: 'Acme', score: 90 };
const ofLusha = { firstName: 'Dana', emails: [{ email: 'dana@acme.test' }] };

describe("provider data beyond the specification's table", () => {
  const fieldsOf = (kind: ProviderKind, data: unknown) => {
    const result = readPayload(sourceOfKind(kind), data, settings);
    return result.ok
      ? { ...result.lead.customFields, research: result.lead.research.publicResearch }
      : result;
  };

  it('of ZoomInfo about its own record', () => {
    const told = {
      withinEu: true,
      noticeProvidedDate: '2026-01-05T00:00:00Z',
      contactAccuracyScore: 95,
      positionStartDate: '2026-11-01',
    };
    expect(fieldsOf('provider_b', { contact: { ...ofZoomInfo, ...told } })).toMatchObject({
      research:
        'Within the EU: yes; Notice provided: 2026-01-05; In the position since: 2026-11-01; Contact accuracy: 95',
    });
  });

  it.each([
    ['ranges as lists', { revenueRange: [5_000_000, 25_000_000], companySize: [51, 200] }],
    ['ranges as texts', { revenueRange: '$5M - $25M', employees: '51 - 200' }],
  ])('of Lusha about a company: %s', (_name, company) => {
    const known = { name: 'Acme', founded: '1998', technologies: [{ name: 'Salesforce' }, 'Slack'] };
    expect(fieldsOf('lusha', { results: [{ ...ofLusha, company: { ...known, ...company } }] })).toMatchObject(
      {
        106: 'Salesforce, Slack',
        107: '5M-25M',
        108: '51-200',
        112: 1998,
      },
    );
  });

  it('of Hunter about the size of a company, in words', () => {
    const company = { name: 'Acme', metrics: { employees: '501-1K' } };
    expect(fieldsOf('provider_c', { data: { person: ofHunter, company } })).toMatchObject({
      108: '201-1000',
    });
  });
});

it('a flat payload without a person is accepted if no kind finds a person in it', () => {
  expect(readPayload(sourceOfKind('flat'), { properties: { createdate: '2026' } }, settings)).toMatchObject({
    ok: true,
    warnings: ['Not known and ignored: "properties"'],
  });
});
