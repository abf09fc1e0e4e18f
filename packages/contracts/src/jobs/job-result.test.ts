import { describe, expect, it } from '@jest/globals';

import { jobTypes, type JobResponse, type JobType } from './job-catalogue.js';
import { jobResponse, readJobResult, storedJobResult } from './job-result.js';

const call: JobResponse<'call_record'> = {
  success: true,
  call_id: 'call_1',
  lead_id: 1,
  prospect_id: null,
  opportunity_id: null,
  occurred_at: '2026-11-20T09:30:00.000Z',
  direction: 'outbound',
  dialled_number: null,
  duration_seconds: 95,
  agent: null,
  outcome: null,
  next_action: 'Send material',
  notes: null,
  psa_action_id: 17,
  recorded_by: 'Desk',
  created_at: '2026-11-20T09:31:00.000Z',
};

const undo: JobResponse<'undo_import'> = {
  ...{ parent_job_id: 'job_1', dry_run: false, total_processed: 3, successful: 3, failed: 0 },
  ...{ undone: 1, kept: 1, nothing_to_undo: 1 },
};

const optOut = {
  success: true,
  ticket_id: 300,
  suppression_result: {
    ...{ provider: 'acme', status: 'failed', email: null, reason: 'Asked', error: 'HTTP 503' },
    timestamp: '2026-11-20T09:30:00.000Z',
  },
} satisfies JobResponse<'dnc_sync'>;

const dryRun: JobResponse<'lead_import'> = {
  ...{ success: true, lead_id: null, psa_ticket_id: null, actions_taken: [], result: 'created' },
  ...{ quality_score: 65, warnings: [], dry_run: true },
  plan: {
    ticket: { action: 'create', id: null, changes: { CF_106: { from: null, to: 'x' } }, kept: {} },
    ...{ lists: [], note: null, psa_requests: 4 },
  },
};

/** Results as release 1.0.0, or the release that added the type, stored them. */
const stored: readonly (readonly [JobType, object])[] = [
  ['lead_import', dryRun],
  ['bulk_import', { total_processed: 2, successful: 1, failed: 1 }],
  ['undo_import', undo],
  ['lead_status', { success: true, lead_id: 1, psa_ticket_id: 2, status: 'won', previous_status: 'new' }],
  ['prospect_conversion', { success: true, lead_id: 1, prospect_id: 2, psa_ticket_id: 3, status: 'new' }],
  ['prospect_status', { success: true, prospect_id: 2, lead_id: 1, psa_ticket_id: 3, previous_status: 'a' }],
  ['opportunity_creation', { success: true, opportunity_id: 4, psa_opportunity_id: 5, prospect_id: 2 }],
  ['opportunity_update', { success: true, opportunity_id: 4, psa_opportunity_id: 5, value: null }],
  ['call_record', call],
  ['dnc_sync', { success: true, results: [optOut, { success: true, ticket_id: 1, message: 'None' }] }],
  ['opt_out_list', { total: 3, added: 1, known: 1, failed: 1, dry_run: false }],
  ['ticket_change', { success: true, ticket_id: 1, message: 'None' }],
  ['erasure', { success: true, erased: { job_rows: 1 }, psa: { ticket_ids: [1], what_to_do: ['Look'] } }],
  ['mirror_rebuild', { success: true, documents: { tickets: 1, contacts: 2, clients: 3 } }],
  ['psa_check', { ready: true, problems: [], checked: ['The status ids'] }],
  ['reconciliation', { success: true, reconciliation_id: 'rec_1', counts: { ticket_gone: 1 } }],
  ['reconciliation_remedy', { success: true, reconciliation_id: 'rec_1', remedy: 'opt_out', resolved: 1 }],
];

describe('the result of a job', () => {
  it.each(stored)('of the type %s is returned byte for byte as it was stored', (_type, result) => {
    expect(JSON.stringify(jobResponse(readJobResult(result)))).toBe(JSON.stringify(result));
  });

  it('is tested for every type of job', () => {
    expect(stored.map(([type]) => type)).toEqual(jobTypes);
  });

  it.each(stored)(
    'of the type %s is stored in the format that release 1.0.0 sends unchanged',
    (_, result) => {
      expect(JSON.stringify(storedJobResult(readJobResult(result)))).toBe(JSON.stringify(result));
    },
  );

  it('is read as far as it exists for a person who was erased, and for a job that still waits', () => {
    expect(jobResponse(readJobResult({ success: true, lead_id: 1 }))).toEqual({ success: true, lead_id: 1 });
    const waiting = { waiting_for: [{ suppression_id: 'sup_1', retried_until: null }] };
    expect(jobResponse(readJobResult(waiting))).toEqual(waiting);
  });

  it('keeps the plan of a dry run unchanged', () => {
    expect(readJobResult(dryRun)).toMatchObject({ dryRun: true, plan: dryRun.plan });
  });
});
