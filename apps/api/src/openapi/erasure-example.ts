import type { ErasureResult } from '@leadbridge/contracts';

/** The `result` of the job once it is `completed`. */
export const erasureResultExample: ErasureResult = {
  success: true,
  erased: {
    leads: 2,
    prospects: 1,
    opportunities: 1,
    calls: 1,
    companies: 1,
    jobs: 9,
    job_rows: 3,
    suppressions: 2,
    suppressed_keys: 3,
    error_log_entries: 2,
    deliveries: 4,
    audit_entries: 0,
    idempotent_answers: 1,
    import_mappings: 0,
    queue_entries: 9,
  },
  lead_ids: [11, 14],
  prospect_ids: [3],
  opportunity_ids: [2],
  opted_out: true,
  suppressions: [
    { id: 'sup_0mwr14oj3f489b34433efbed7', status: 'suppressed' },
    { id: 'sup_0mwr14p2a2d8ef0145f724009', status: 'no_provider' },
  ],
  psa: {
    ticket_ids: [10010, 10013],
    contact_ids: [2004],
    opportunity_ids: [502],
    client_ids: [304],
    may_hold_more: false,
    what_to_do: [
      'Delete these tickets in the PSA, with their Actions and attachments, or remove the person from them.',
      'Delete or anonymise these contacts (Users) in the PSA.',
      'Delete these opportunities in the PSA, or remove the person from them.',
      'Check these clients in the PSA: no other lead of ours belongs to them.',
    ],
  },
  user_ids: [],
};
