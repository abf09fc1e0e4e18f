import { jobListAnswer, pageKeys, textSchema } from '@leadbridge/contracts';
import type { JobListAnswer } from '@leadbridge/contracts';
import { jobStatuses, jobTypes } from '@leadbridge/usecases';
import type { JobQuery } from '@leadbridge/usecases';
import Joi from 'joi';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../http/route.js';
import { presentJobSummary } from '../../presenters/job-view.js';

const query = textSchema<JobQuery>({
  ...pageKeys({ limit: 50, maximum: 500 }),
  type: Joi.string().valid(...jobTypes),
  status: Joi.string().valid(...jobStatuses),
});

export const listJobs = defineRoute({
  method: 'get',
  path: '/jobs',
  permission: 'data.view.readonly',
  summary: 'The jobs, newest first',
  tags: ['Jobs'],
  request: { query },
  answers: {
    200: { description: 'A page of jobs; bulk imports without their rows.', schema: jobListAnswer },
  },
  handler: async ({ query: wanted, services }) => {
    const { items, total } = await services.jobs.list(wanted);
    const jobs = await Promise.all(items.map((record) => presentJobSummary(record, services)));
    const body: JobListAnswer = { jobs, pagination: { total, page: wanted.page, limit: wanted.limit } };
    return ok(body);
  },
});
