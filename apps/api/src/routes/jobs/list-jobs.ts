import { jobListResponse, jobListQuery, paginationOf } from '@leadbridge/contracts';
import type { JobListResponse, JobListQuery, PageQuery } from '@leadbridge/contracts';
import type { JobQuery } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentJobSummary } from '../../presenters/job-view.js';
import type { ApiServices } from '../../services.js';
import { requestedPage } from '../requested-page.js';
import { filteredSource } from '../requested-source.js';

export const listJobs = defineRoute({
  method: 'get',
  path: '/jobs',
  permission: 'data.view.readonly',
  summary: 'List jobs, newest first',
  tags: ['Jobs'],
  request: { query: jobListQuery },
  responses: {
    200: { description: 'A page of jobs; bulk imports without their rows.', schema: jobListResponse },
  },
  handler: async ({ query, services }) => {
    const found = await services.jobs.list({ ...requestedPage(query), ...filterOf(query, services) });
    const jobs = await Promise.all(found.items.map((record) => presentJobSummary(record, services)));
    return ok({ jobs, pagination: paginationOf('jobs', query, found) } satisfies JobListResponse);
  },
});

function filterOf(query: JobListQuery, services: ApiServices): Omit<JobQuery, keyof PageQuery> {
  const { type, status, source, parent_job_id: parentJobId, lead_id: leadId } = query;
  const { requested_by: requestedBy } = query;
  return {
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { status }),
    ...(parentJobId === undefined ? {} : { parentJobId }),
    ...(leadId === undefined ? {} : { leadId }),
    ...(source === undefined ? {} : { source: filteredSource(source, services).name }),
    ...(requestedBy === undefined ? {} : { requestedBy }),
  };
}
