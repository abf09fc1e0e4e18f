import { jobListAnswer, jobListQuery } from '@leadbridge/contracts';
import type { JobListAnswer } from '@leadbridge/contracts';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentJobSummary } from '../../presenters/job-view.js';

export const listJobs = defineRoute({
  method: 'get',
  path: '/jobs',
  permission: 'data.view.readonly',
  summary: 'The jobs, newest first',
  tags: ['Jobs'],
  request: { query: jobListQuery },
  answers: {
    200: { description: 'A page of jobs; bulk imports without their rows.', schema: jobListAnswer },
  },
  handler: async ({ query: { parent_job_id: parentJobId, ...query }, services }) => {
    const { items, total } = await services.jobs.list({
      ...query,
      ...(parentJobId === undefined ? {} : { parentJobId }),
    });
    const jobs = await Promise.all(items.map((record) => presentJobSummary(record, services)));
    const body: JobListAnswer = { jobs, pagination: { total, page: query.page, limit: query.limit } };
    return ok(body);
  },
});
