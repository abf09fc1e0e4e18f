import { emptyBody, mirrorResponse } from '@leadbridge/contracts';

import { conflict } from '../http/field-error.js';
import { ok } from '../http/route-response.js';
import { auditOrigin } from '../pipeline/audit-origin.js';
import { jobRoute } from '../pipeline/job-route.js';
import { route, type Route } from '../pipeline/route.js';
import { readMirror } from '../presenters/mirror-view.js';

export const mirrorRoutes: readonly Route[] = [
  route.get('/mirror', {
    permission: 'analytics.view',
    summary: 'Get the state of the PSA mirror',
    description:
      'The mirror is a copy of the leads, contacts and clients of the PSA. Bulk imports use it if `PSA_MIRROR` is on.',
    responses: { 200: { description: 'One entry per kind.', schema: mirrorResponse } },
    handler: async ({ services: { mirror } }) =>
      ok({ enabled: mirror.enabled, kinds: await readMirror(mirror.reader) }),
  }),
  jobRoute.post('/mirror/rebuild', {
    permission: 'config.manage',
    summary: 'Rebuild the mirror of the PSA',
    description:
      'For use after many changes at once in the PSA, or after it was restored from a backup. Until the job has completed, imports read the PSA directly.',
    request: { body: emptyBody },
    errors: [409],
    job: 'mirror_rebuild',
    inBackground: true,
    accepted: 'Accepted; the job ends once the mirror is complete.',
    plan: (request) => {
      const { jobId, services } = request;
      if (!services.mirror.enabled) {
        throw conflict('MIRROR_OFF', 'PSA_MIRROR is off');
      }
      const audit = {
        ...auditOrigin(request),
        action: 'mirror.rebuild_requested',
        target: { type: 'mirror', id: jobId },
        changes: {},
      } as const;
      return {
        input: {},
        store: async (job) => {
          const running = await services.mirror.rebuilds.create(job, audit);
          if (running !== null) {
            throw conflict('MIRROR_REBUILDING', 'The mirror is being rebuilt', { job_id: running });
          }
        },
      };
    },
  }),
];
