import type { JobInput, JobType } from '@leadbridge/contracts';
import { NO_QUALIFICATION, type QualificationData } from '@leadbridge/domain';

import { rowState } from '../../import/testing/import-rows.js';
import type { Job } from '../../ports/jobs.js';
import type { LeadDetails, OpportunityRecord, ProspectRecord } from '../../ports/records.js';
import { noOpportunityData } from '../read-input.js';

const importedAt = '2026-01-30T09:00:00.000Z';

/** Meets every criterion. */
export const qualified: QualificationData = {
  painPoints: 'Reports take two days',
  qualifiedServices: 'Reporting',
  decisionMaker: 'Yes',
  budgetRange: '10000-20000',
  timeframe: 'Q2',
  fitScore: 82,
  qualificationNotes: null,
};

/** The request fields of `qualified`. */
export const qualifiedInput = {
  pain_points: 'Reports take two days',
  qualified_services: 'Reporting',
  decision_maker: true,
  budget_range: '10000-20000',
  timeframe: 'Q2',
  fit_score: 82,
};

export const salesInput = { value: 12_000, probability: 40, expected_close_date: '2026-06-30' };

function common() {
  const { lead, recordKey } = rowState();
  return {
    leadId: 12,
    psaTicketId: 300,
    psaClientId: 10,
    psaUserId: 200,
    source: 'provider_a',
    lead,
    key: recordKey,
    qualification: NO_QUALIFICATION,
    doNotContact: false,
    irregularChanges: [],
    createdAt: importedAt,
    updatedAt: importedAt,
  };
}

const entered = (to: string) => [{ from: null, to, at: importedAt, by: 'import', reason: null }];

export function leadRecord(changes: Partial<LeadDetails> = {}): LeadDetails {
  const status = changes.status ?? 'contacted';
  return {
    ...common(),
    status,
    sources: [],
    provenance: {},
    qualityScore: 50,
    prospectId: null,
    fields: {},
    history: entered(status),
    ...changes,
  };
}

export function prospectRecord(changes: Partial<ProspectRecord> = {}): ProspectRecord {
  const { key: _key, ...shared } = common();
  const status = changes.status ?? 'prospecting';
  return {
    ...shared,
    prospectId: 21,
    status,
    nextAction: null,
    nextActionDate: null,
    opportunityId: null,
    convertedBy: null,
    promotionReference: null,
    history: entered(status),
    ...changes,
  };
}

export function opportunityRecord(changes: Partial<OpportunityRecord> = {}): OpportunityRecord {
  const { key: _key, ...shared } = common();
  const status = changes.status ?? 'negotiation';
  return {
    ...shared,
    opportunityId: 31,
    prospectId: 21,
    psaOpportunityId: 500,
    status,
    opportunity: { ...noOpportunityData, value: 12_000, probability: 40, expectedCloseDate: '2026-06-30' },
    notes: [],
    psaDetails: 'As written',
    psaReference: 'job_created',
    history: entered(status),
    ...changes,
  };
}

/** A job of the catalogue, requested by a person. */
export function jobOf<T extends JobType>(type: T, input: JobInput<T>, jobId = 'job_a1'): Job<T> {
  return {
    jobId,
    type,
    input,
    status: 'active',
    requestId: 'req_1',
    actor: { id: 'key_1', name: 'Sales desk' },
    progress: { total: 1, processed: 0, successful: 0, failed: 0 },
    result: null,
    error: null,
    parentJobId: null,
    cancelRequested: false,
    createdAt: importedAt,
    startedAt: null,
    finishedAt: null,
  };
}
