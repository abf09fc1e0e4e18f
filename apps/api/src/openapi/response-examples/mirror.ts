import { acceptedJob, type ResponseExamples } from './common.js';

const complete = {
  complete: true,
  missing: 0,
  order: 'newest_first',
  oldest_observed_at: '2026-01-31T08:31:02.114Z',
  last_round_at: '2026-01-31T08:30:58.002Z',
  scanning_page: null,
  delta_scans: 18,
};

export const mirrorExamples: ResponseExamples = {
  getPsaBudgetHistory: {
    200: {
      period: { start: '2026-01-31T08:00:00.000Z', end: '2026-01-31T09:59:59.999Z' },
      interval: 'hour',
      points: [
        { start: '2026-01-31T08:00:00.000Z', peak: null },
        {
          start: '2026-01-31T09:00:00.000Z',
          peak: {
            at: '2026-01-31T09:18:00.311Z',
            limit: 500,
            used: 478,
            used_by: { opt_out: 4, lifecycle: 12, single: 24, bulk: 438, mirror: 0, others: 0 },
            waiting: { opt_out: 0, lifecycle: 0, single: 0, bulk: 6, mirror: 0 },
          },
        },
      ],
    },
  },
  postPsaCheck: {
    200: {
      ready: true,
      problems: [{ level: 'warning', message: 'the PSA has no /Lists: our names cannot be looked up there' }],
      checked: [
        'the PSA responds and accepts the credentials',
        '/Users is a list (50 rows on its first page)',
        '/Tickets is a list (50 rows on its first page)',
        'ticket 1001 shows all custom fields of a lead',
      ],
    },
    202: acceptedJob,
  },
  getMirror: {
    200: {
      enabled: true,
      kinds: [
        { kind: 'tickets', documents: 4_012, ...complete },
        { kind: 'contacts', documents: 7_930, ...complete },
        { kind: 'clients', documents: 3_871, ...complete, scanning_page: 12 },
      ],
    },
  },
  postMirrorRebuild: { 202: acceptedJob },
};
