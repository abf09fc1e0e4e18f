import { jobParams, jobQueryOptions, jobViewSchema } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentJob } from '../../presenters/job-view.js';
import { findJob } from './find-job.js';

export const getJob = defineRoute({
  method: 'get',
  path: '/jobs/:job_id',
  permission: 'data.view.readonly',
  summary: 'Get a job with its progress and result',
  tags: ['Jobs'],
  request: { params: jobParams, query: jobQueryOptions },
  responses: { 200: { description: 'The job.', schema: jobViewSchema } },
  errors: [404],
  handler: async ({ params, query, services }) =>
    ok(await presentJob(await findJob(services, params.job_id), services, query)),
});
