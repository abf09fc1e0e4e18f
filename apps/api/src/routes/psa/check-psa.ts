import { acceptedJobResponse, checkPsaResponse, emptyBody } from '@leadbridge/contracts';

import { auditOrigin } from '../../pipeline/audit-origin.js';
import { enqueueAndWait } from '../../pipeline/enqueue-and-wait.js';
import { defineRoute } from '../../pipeline/route.js';

export const postPsaCheck = defineRoute({
  method: 'post',
  path: '/psa/check',
  permission: 'config.manage',
  summary: 'Check the connection to the PSA and its setup',
  description:
    'A worker runs the same check as `leadbridge psa check`: whether the PSA accepts the credentials, and whether it has everything that jobs need under the configured names. It uses about ten requests of the budget and writes nothing. Problems with the PSA are findings in the result, not errors. The latest check is the newest job of type `psa_check`.',
  tags: ['PSA'],
  idempotent: true,
  startsJob: true,
  request: { body: emptyBody },
  responses: {
    200: { description: 'The result of the check.', schema: checkPsaResponse },
    202: { description: 'It goes on by itself.', schema: acceptedJobResponse },
  },
  handler: async (request) => {
    const { jobId, services } = request;
    const audit = {
      ...auditOrigin(request),
      action: 'psa.check_requested',
      target: { type: 'psa', id: jobId },
      changes: {},
    } as const;
    return await enqueueAndWait(request, () => ({
      type: 'psa_check',
      input: {},
      store: async (job) => services.auditedJobs.create(job, audit),
    }));
  },
});
