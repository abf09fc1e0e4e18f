import { describe, expect, it } from '@jest/globals';
import type { LeadRecord } from '@leadbridge/usecases';

import { presentLead } from './lead.js';

const at = '2026-01-31T09:00:00.000Z';

const record: LeadRecord = {
  leadId: 7,
  psaTicketId: 42,
  psaClientId: 3,
  psaUserId: 4,
  source: 'provider_a',
  key: 'email:ada@example.com',
  lead: {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    jobTitle: 'CTO',
    phone: '+441234567890',
    linkedinUrl: null,
    company: { name: 'Engines', website: 'engines.example', phone: null },
    industry: 'Software',
    headcount: 0,
    doNotContact: false,
    customFields: { 101: 'Provider A', 102: 'Cloud', 104: 'ERP', 105: false },
    research: { publicResearch: 'public', newsArticles: null, initialNotes: 'first' },
    emailVerification: null,
  },
  qualification: {
    painPoints: null,
    qualifiedServices: null,
    decisionMaker: 'Yes',
    budgetRange: null,
    timeframe: null,
    fitScore: 0,
    qualificationNotes: null,
  },
  doNotContact: true,
  history: [{ from: null, to: 'new', at, by: 'import', reason: null }],
  irregularChanges: [{ from: 'new', to: 'won', at, by: 'psa', psaStatusId: 9, psaTickettypeId: 1 }],
  createdAt: at,
  updatedAt: at,
  status: 'new_lead',
  sources: [{ source: 'provider_a', receivedAt: at, externalId: 'a-1' }],
  provenance: {},
  qualityScore: 80,
  prospectId: null,
};

describe('presentLead', () => {
  it('is the person and the company, with null for what is unknown and 0 for a count of none', () => {
    expect(presentLead(record).contact).toEqual({
      first_name: 'Ada',
      last_name: 'Lovelace',
      name: 'Ada Lovelace',
      title: 'CTO',
      email: 'ada@example.com',
      phone: '+441234567890',
      linkedin_url: null,
      company: 'Engines',
      website: 'engines.example',
      company_phone: null,
      industry: 'Software',
      headcount: 0,
    });
  });

  it('has the research texts, three of which are custom fields', () => {
    expect(presentLead(record).research).toEqual({
      services_offered: 'Cloud',
      public_research: 'public',
      news_articles: null,
      growth_signals: null,
      project_pipelines: 'ERP',
      initial_notes: 'first',
    });
  });

  it('names custom fields as the PSA does, with those that are false and without those that are missing', () => {
    expect(presentLead(record).custom_fields).toEqual({
      CF_101: 'Provider A',
      CF_102: 'Cloud',
      CF_104: 'ERP',
      CF_105: false,
    });
  });

  it('keeps a fit score of 0', () => {
    expect(presentLead(record).qualification_data).toMatchObject({ fit_score: 0, decision_maker: 'Yes' });
  });

  it('tells of changes in the PSA that were not followed', () => {
    expect(presentLead(record).irregular_changes).toEqual([
      { from: 'new', to: 'won', at, by: 'psa', psa_status_id: 9, psa_tickettype_id: 1 },
    ]);
  });

  it('shows the opt-out of the person, and not the flag that its source sent', () => {
    expect(presentLead(record).do_not_contact).toBe(true);
  });

  it('does not show the key, which holds an address', () => {
    expect(JSON.stringify(presentLead(record))).not.toContain('email:ada');
  });
});

describe('the external id of a lead', () => {
  const from = (source: string, externalId: string | null) => ({ source, receivedAt: at, externalId });

  it.each([
    ['is that of the source that created it', [from('manual', 'm-1'), from('provider_a', 'a-1')], 'a-1'],
    [
      'is the first of another source where that has told none',
      [from('provider_a', null), from('manual', null), from('csv', 'c-1'), from('lusha', 'l-1')],
      'c-1',
    ],
    ['is null where no source has told one', [from('provider_a', null)], null],
    ['is null where no source is known', [], null],
  ])('%s', (_what, sources, externalId) => {
    expect(presentLead({ ...record, sources }).external_id).toBe(externalId);
  });
});
