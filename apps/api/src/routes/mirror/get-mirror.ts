import { mirrorResponse } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { readMirror } from '../../presenters/mirror-view.js';

export const getMirror = defineRoute({
  method: 'get',
  path: '/mirror',
  permission: 'analytics.view',
  summary: 'Get the state of the PSA mirror',
  description:
    'The mirror is a copy of the leads, contacts and clients of the PSA. Bulk imports use it if `PSA_MIRROR` is on.',
  tags: ['Mirror'],
  request: {},
  responses: { 200: { description: 'One entry per kind.', schema: mirrorResponse } },
  handler: async ({ services: { mirror } }) =>
    ok({ enabled: mirror.enabled, kinds: await readMirror(mirror.reader) }),
});
