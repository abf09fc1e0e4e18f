import { searchTerms, type Lead } from '@leadbridge/domain';

import type { TestApi } from './test-api.js';

const qualification = {
  painPoints: 'Manual reporting',
  qualifiedServices: 'Automation',
  decisionMaker: 'Yes',
  budgetRange: '50k-100k',
  timeframe: 'Q3',
  fitScore: 85,
  qualificationNotes: 'Met at a fair',
};

export interface SeededRecord {
  readonly id: number;
  readonly status?: string;
  readonly source?: string;
  readonly company?: string;
  readonly email?: string;
  readonly updatedAt?: string;
}

/** Stores a lead, its prospect and its opportunity, all with the same id. */
export async function seedRecords(api: TestApi, record: SeededRecord): Promise<void> {
  const { id, status, source = 'provider_a', company = `Company ${id}` } = record;
  const updatedAt = new Date(record.updatedAt ?? '2026-11-01T00:00:00Z');
  const createdAt = new Date('2026-10-01T08:00:00Z');
  const email = record.email ?? `ada.${id}@company.example.com`;
  const history = (from: string | null, to: string) => [
    { from, to, at: createdAt, by: 'Sales desk', reason: null },
  ];
  const lead: Lead = {
    firstName: 'Ada',
    lastName: 'Example',
    email,
    jobTitle: 'CTO',
    phone: '+12025550100',
    linkedinUrl: 'https://www.linkedin.com/in/ada-example',
    company: { name: company, website: 'company.example.com', phone: null },
    industry: 'Software',
    headcount: 120,
    doNotContact: false,
    customFields: { 101: 'Provider A', 102: 'Software, Cloud', 103: 'Hiring', 112: 1999 },
    research: { publicResearch: 'Listed in 2020', newsArticles: null, initialNotes: 'Warm' },
    emailVerification: null,
  };
  const shared = {
    _id: id,
    psaTicketId: 1000 + id,
    psaClientId: 1,
    psaUserId: 1,
    lead,
    doNotContact: false,
    fence: 0,
    createdAt,
    updatedAt,
  };
  const insert = async (name: string, document: object): Promise<void> => {
    await api.mongo.collection(name).insertOne(document);
  };
  await insert('leads', {
    ...shared,
    key: `email:${email}`,
    personKeys: [`email:${email}`],
    searchTerms: searchTerms(lead),
    status: status ?? 'engaged',
    createdSource: source,
    source,
    sources: { [source]: { kind: 'provider_a', lead, receivedAt: createdAt.toISOString() } },
    provenance: [{ source, at: createdAt.toISOString(), fields: ['email', 'CF_102'] }],
    qualityScore: 100,
    prospectId: id,
    history: history(null, status ?? 'engaged'),
  });
  await insert('prospects', {
    ...shared,
    leadId: id,
    status: 'qualified',
    source,
    qualification,
    nextAction: 'Send a proposal',
    nextActionDate: '2027-01-15',
    opportunityId: id,
    convertedBy: 'job_seeded',
    promotionReference: 'job_seeded',
    history: history('engaged', 'new_prospect'),
    irregularChanges: [],
  });
  await insert('opportunities', {
    ...shared,
    prospectId: id,
    leadId: id,
    psaOpportunityId: 2000 + id,
    status: 'progressing',
    source,
    qualification,
    opportunity: {
      value: 50_000,
      productsServices: 'Automation',
      probability: 40,
      expectedCloseDate: '2027-03-31',
      quotesProposals: null,
      competitors: 'Two local firms',
      winLossReason: null,
    },
    notes: [{ at: createdAt, by: 'Sales desk', text: 'They asked for a pilot' }],
    psaDetails: 'As created',
    psaReference: 'job_seeded',
    history: history('qualified', 'new_opportunity'),
  });
}
