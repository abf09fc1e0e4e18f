import { acceptedJobAnswer, erasureBody, type ErasureBody } from '@leadbridge/contracts';
import { readErasure } from '@leadbridge/usecases';

import { enqueueAndWait } from '../../pipeline/enqueue-and-wait.js';
import { auditOrigin } from '../../pipeline/audit-origin.js';
import { defineRoute } from '../../pipeline/route.js';
import { findLead } from '../find-record.js';

/** What the audit log says was named; never what it was. */
function namedBy(body: ErasureBody): string {
  return Object.keys(body)[0] ?? '';
}

export const postErasure = defineRoute({
  method: 'post',
  path: '/erasures',
  permission: 'users.manage',
  summary: 'Erase a person',
  description:
    'Everything that the service holds of the person is erased or made anonymous, and cannot be restored; an opt-out of theirs still blocks imports. The result of the job (`ErasureResult` among the schemas) counts what was erased, and names what the PSA still holds. The PSA itself is not changed.',
  tags: ['Erasure'],
  idempotent: true,
  request: { body: erasureBody },
  answers: {
    202: {
      description: 'Accepted; the result is that of the job, under `status_url`.',
      schema: acceptedJobAnswer,
    },
  },
  errors: [404],
  handler: async (request) => {
    const { body, jobId, services } = request;
    const input = readErasure(body, services.settings.current());
    if (input.lead_id !== undefined && !request.resumed) {
      await findLead(services, input.lead_id);
    }
    const audit = {
      ...auditOrigin(request),
      action: 'erasure.requested',
      target: { type: 'erasure', id: jobId },
      changes: { named_by: { from: null, to: namedBy(body) } },
    } as const;
    return await enqueueAndWait(
      request,
      () => ({
        type: 'erasure',
        input,
        store: async (job) => services.auditedJobs.create(job, audit),
      }),
      { inBackground: true },
    );
  },
});
