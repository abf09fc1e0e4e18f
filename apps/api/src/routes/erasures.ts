import { erasureBody, type ErasureBody } from '@leadbridge/contracts';
import { readErasure } from '@leadbridge/usecases';

import { auditOrigin } from '../pipeline/audit-origin.js';
import { jobRoute } from '../pipeline/job-route.js';
import type { Route } from '../pipeline/route.js';
import { findLead } from './find-record.js';

/** Which kind of identifier was sent, for the audit log; never its value. */
function namedBy(person: ErasureBody): string {
  return Object.keys(person)[0] ?? '';
}

export const erasureRoutes: readonly Route[] = [
  jobRoute.post('/erasures', {
    permission: 'users.manage',
    summary: 'Erase a person',
    description:
      'All data about the person in this service is erased or anonymized and cannot be restored. An opt-out of the person still blocks imports. The result of the job (schema `ErasureResult`) counts what was erased and lists what the PSA still holds. The PSA itself is not changed. With `dry_run`, the result shows what would be erased and nothing is.',
    writesNothing: ({ body }) => body.dry_run === true,
    request: { body: erasureBody },
    errors: [404],
    job: 'erasure',
    inBackground: true,
    accepted: 'Accepted; the result is in the job at `status_url`.',
    plan: async (request) => {
      const { body, jobId, services } = request;
      const person = readErasure(body, services.settings.current());
      if (person.lead_id !== undefined && !request.resumed) {
        await findLead(services, person.lead_id);
      }
      if (body.dry_run === true) {
        return { input: { ...person, dry_run: true } };
      }
      const audit = {
        ...auditOrigin(request),
        action: 'erasure.requested',
        target: { type: 'erasure', id: jobId },
        changes: { named_by: { from: null, to: namedBy(person) } },
      } as const;
      return { input: person, store: async (job) => services.auditedJobs.create(job, audit) };
    },
  }),
];
