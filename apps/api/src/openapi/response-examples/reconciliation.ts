import { acceptedJob, onePage as pagination, type ResponseExamples } from './common.js';

const reconciliation = {
  reconciliation_id: 'rec_0mf3k2a9c4b1d2e3f4a5b6c7',
  job_id: 'job_0mf3k2a9c4b1d2e3f4a5b6c7',
  status: 'completed',
  requested_by: 'service',
  started_at: '2026-01-31T03:00:04.120Z',
  finished_at: '2026-01-31T03:02:51.903Z',
  waiting_for: null,
  tickets: 4_012,
  records: 4_009,
  psa_requests: 3,
  counts: {
    duplicate_ticket: 1,
    duplicate_contact: 0,
    duplicate_client: 0,
    missing_ticket: 1,
    unknown_ticket: 0,
    unknown_before_first_import: 0,
    status_drift: 2,
    type_drift: 0,
    opt_out_missing: 1,
    opt_out_unmarked: 0,
  },
  resolved: 1,
};

const remedy = {
  success: true,
  reconciliation_id: reconciliation.reconciliation_id,
  remedy: 'follow',
  resolved: 1,
  failed: 0,
};

export const reconciliationExamples: ResponseExamples = {
  getReconciliations: { 200: { reconciliations: [reconciliation], pagination } },
  getReconciliationsByReconciliationId: { 200: reconciliation },
  postReconciliations: { 202: { reconciliation_id: reconciliation.reconciliation_id, ...acceptedJob } },
  getReconciliationsByReconciliationIdFindings: {
    200: {
      findings: [
        {
          finding_id: 'fnd_5e0c1f4ad9b2738c60a1e4d7',
          kind: 'status_drift',
          psa_ticket_id: 10_041,
          lead_id: 41,
          details: {
            psa_tickettype_id: 1,
            psa_status_id: 3,
            psa_status: 'contacted',
            record_status: 'researching',
          },
          remedies: ['follow'],
          resolution: null,
          error: null,
        },
        {
          finding_id: 'fnd_91c07be35d62f48a0b9d1c3e',
          kind: 'opt_out_missing',
          psa_ticket_id: 10_007,
          lead_id: 7,
          details: {
            psa_tickettype_id: 1,
            psa_status_id: 2,
            psa_status: 'researching',
            record_status: 'researching',
            flag: true,
          },
          remedies: [],
          resolution: {
            remedy: 'opt_out',
            status: 'done',
            by: 'service',
            at: '2026-01-31T03:02:50.007Z',
            automatic: true,
          },
          error: null,
        },
      ],
      pagination,
    },
  },
  postReconciliationsByReconciliationIdFindingsByFindingIdResolve: { 200: remedy, 202: acceptedJob },
  postReconciliationsByReconciliationIdResolve: { 200: { ...remedy, resolved: 2 }, 202: acceptedJob },
};
