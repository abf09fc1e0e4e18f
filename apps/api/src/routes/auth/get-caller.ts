import { callerView, permissionsOf, type CallerView } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';

export const getCaller = defineRoute({
  method: 'get',
  path: '/auth/caller',
  permission: 'data.view.readonly',
  summary: 'Get the caller: the key, token or person, and what it may do',
  tags: ['Access'],
  request: {},
  responses: { 200: { description: 'The caller.', schema: callerView } },
  handler: ({ credential }) => {
    if (credential === null) {
      throw new AppError('AUTHENTICATION_ERROR', 'Credentials are required');
    }
    const { id, name, kind, role, proposeOnly = false } = credential;
    return ok({
      id,
      name,
      kind,
      role,
      permissions: permissionsOf(role),
      propose_only: proposeOnly,
    } satisfies CallerView);
  },
});
