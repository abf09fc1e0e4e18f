import { onePage as pagination, type ResponseExamples } from './common.js';

const match = {
  id: 'cmp_6f1b0c2d3e4f5a6b7c8d9e0f',
  status: 'open',
  company: 'Example Holdings',
  domain: 'example.com',
  reason: 'several_clients',
  candidates: [
    { client_id: 12, name: 'Example', domains: ['example.com'], why: 'domain' },
    { client_id: 31, name: 'Example Labs', domains: ['example.com'], why: 'domain' },
  ],
  lead_ids: [40, 41],
  created_at: '2026-01-31T09:00:00.000Z',
  decided_at: null,
  decision: null,
};

export const companyMatchesExamples: ResponseExamples = {
  getCompanyMatches: { 200: { matches: [match], pagination } },
  postCompanyMatchesByMatchId: {
    200: {
      ...match,
      status: 'decided',
      decided_at: '2026-01-31T09:12:30.000Z',
      decision: { client_id: 12 },
    },
  },
};
