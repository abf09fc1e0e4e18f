import { acceptedJobAnswer, checkPsaAnswer, emptyBody } from '@leadbridge/contracts';

import { auditOrigin } from '../../pipeline/audit-origin.js';
import { enqueueAndWait } from '../../pipeline/enqueue-and-wait.js';
import { defineRoute } from '../../pipeline/route.js';

export const postPsaCheck = defineRoute({
  method: 'post',
  path: '/psa/check',
  permission: 'config.manage',
  summary: 'Check the connection to the PSA and its setup',
  description:
    'A worker looks at the PSA as `leadbridge psa check` does: whether it answers with our credentials, and has what jobs need under our names. It makes some ten requests of the budget and writes nothing. A PSA that fails is a finding, and no error; the last check is the newest job of the type `psa_check`.',
  tags: ['PSA'],
  idempotent: true,
  startsJob: true,
  request: { body: emptyBody },
  answers: {
    200: { description: 'What the check has found.', schema: checkPsaAnswer },
    202: { description: 'It goes on by itself.', schema: acceptedJobAnswer },
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
