import { acceptedJobResponse, erasureBody, type ErasureBody } from '@leadbridge/contracts';
import { readErasure } from '@leadbridge/usecases';

import { auditOrigin } from '../pipeline/audit-origin.js';
import { enqueueAndWait } from '../pipeline/enqueue-and-wait.js';
import { route, type Route } from '../pipeline/route.js';
import { findLead } from './find-record.js';

/** Which kind of identifier was sent, for the audit log; never its value. */
function namedBy(person: ErasureBody): string {
  return Object.keys(person)[0] ?? '';
}

export const erasureRoutes: readonly Route[] = [
  route.post('/erasures', {
    permission: 'users.manage',
    summary: 'Erase a person',
    description:
      'All data about the person in this service is erased or anonymized and cannot be restored. An opt-out of the person still blocks imports. The result of the job (schema `ErasureResult`) counts what was erased and lists what the PSA still holds. The PSA itself is not changed. With `dry_run`, the result shows what would be erased and nothing is.',
    idempotent: true,
    writesNothing: ({ body }) => body.dry_run === true,
    request: { body: erasureBody },
    responses: {
      202: {
        description: 'Accepted; the result is in the job at `status_url`.',
        schema: acceptedJobResponse,
      },
    },
    errors: [404],
    handler: async (request) => {
      const { body, jobId, services } = request;
      const person = readErasure(body, services.settings.current());
      if (person.lead_id !== undefined && !request.resumed) {
        await findLead(services, person.lead_id);
      }
      if (body.dry_run === true) {
        const input = { ...person, dry_run: true };
        return await enqueueAndWait(request, () => ({ type: 'erasure', input }), { inBackground: true });
      }
      const audit = {
        ...auditOrigin(request),
        action: 'erasure.requested',
        target: { type: 'erasure', id: jobId },
        changes: { named_by: { from: null, to: namedBy(person) } },
      } as const;
      return await enqueueAndWait(
        request,
        () => ({
          type: 'erasure',
          input: person,
          store: async (job) => services.auditedJobs.create(job, audit),
        }),
        { inBackground: true },
      );
    },
  }),
];
