import { acceptedJob, type AnswerExamples } from './common.js';

const complete = {
  complete: true,
  order: 'newest_first',
  oldest_observed_at: '2026-01-31T08:31:02.114Z',
  last_round_at: '2026-01-31T08:30:58.002Z',
  scanning_page: null,
  delta_scans: 18,
};

export const mirrorExamples: AnswerExamples = {
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
