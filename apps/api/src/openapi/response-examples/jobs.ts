import { acceptedJob, type ResponseExamples } from './common.js';

export const jobsExamples: ResponseExamples = {
  getJobs: {
    200: {
      jobs: [
        {
          job_id: 'job_0mwr14j7c9cad6dfd772f988a',
          type: 'bulk_import',
          status: 'completed',
          progress: { total: 3, processed: 3, successful: 2, failed: 1, not_processed: 0 },
          result: { total_processed: 3, successful: 2, failed: 1 },
          error: null,
          parent_job_id: null,
          requested_by: 'key_0mf3k1zq8v2t0a7c5e9d',
          created_at: '2026-01-31T09:18:42.756Z',
          started_at: '2026-01-31T09:18:42.764Z',
          finished_at: '2026-01-31T09:18:42.883Z',
          estimated_finish_at: null,
          waiting_for: null,
        },
      ],
      pagination: { total: 1, page: 1, limit: 50, next_cursor: null },
    },
  },
  getJobsByJobId: {
    200: {
      job_id: 'job_0mwr14j7c9cad6dfd772f988a',
      type: 'bulk_import',
      status: 'completed',
      progress: { total: 3, processed: 3, successful: 2, failed: 1, not_processed: 0 },
      result: {
        total_processed: 3,
        successful: 2,
        failed: 1,
        results: [
          { index: 0, row: 1, success: true, lead_id: 13, result: 'skipped' },
          { index: 1, row: 2, success: true, lead_id: 14, result: 'skipped' },
        ],
        errors: [
          {
            index: 2,
            row: 3,
            error: 'Duplicate email address',
            code: 'DUPLICATE_IN_REQUEST',
            suggestion: 'The lead in row 1 is the same one; send the data of both as one lead',
          },
        ],
      },
      error: null,
      parent_job_id: null,
      requested_by: 'key_0mf3k1zq8v2t0a7c5e9d',
      created_at: '2026-01-31T09:18:42.756Z',
      started_at: '2026-01-31T09:18:42.764Z',
      finished_at: '2026-01-31T09:18:42.883Z',
      estimated_finish_at: null,
      waiting_for: null,
    },
  },
  getJobsByJobIdResults: {
    200: {
      results: [
        { index: 0, row: 1, success: true, lead_id: 13, psa_ticket_id: 10012, result: 'skipped' },
        { index: 1, row: 2, success: true, lead_id: 14, psa_ticket_id: 10013, result: 'skipped' },
        {
          index: 2,
          row: 3,
          success: false,
          error: 'Duplicate email address',
          code: 'DUPLICATE_IN_REQUEST',
          suggestion: 'The lead in row 1 is the same one; send the data of both as one lead',
        },
      ],
      pagination: { total: 3, page: 1, limit: 100, next_cursor: null },
    },
  },
  postJobsByJobIdCancel: {
    200: {
      job_id: 'job_0mwr14lmy6ab4f7e199abea3e',
      type: 'bulk_import',
      status: 'active',
      progress: { total: 40, processed: 0, successful: 0, failed: 0, not_processed: 0 },
      result: null,
      error: null,
      parent_job_id: null,
      requested_by: 'key_0mf3k1zq8v2t0a7c5e9d',
      created_at: '2026-01-31T09:18:45.931Z',
      started_at: '2026-01-31T09:18:45.944Z',
      finished_at: null,
      estimated_finish_at: null,
      waiting_for: null,
    },
  },
  postJobsByJobIdUndo: { 202: acceptedJob },
  postJobsByJobIdRetry: {
    200: {
      total_processed: 1,
      successful: 1,
      failed: 0,
      results: [{ index: 2, row: 3, success: true, lead_id: 13, result: 'skipped' }],
      errors: [],
    },
    202: acceptedJob,
  },
  postJobsByJobIdCommit: { 202: acceptedJob },
};
