import { checkSetupBody, setupView } from '@leadbridge/contracts';
import { readInvitation } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';

export const checkSetup = defineRoute({
  method: 'post',
  path: '/auth/setup/check',
  permission: 'none',
  summary: 'Check a one-time link',
  description:
    'Whom the link is for. A link that was used or has expired gets 404 with the reason `LINK_EXPIRED`.',
  tags: ['Access'],
  request: { body: checkSetupBody },
  responses: { 200: { description: 'The link is valid.', schema: setupView } },
  errors: [404],
  limits: ['sign_in'],
  handler: async ({ body, services }) => {
    const user = await readInvitation(services.access, body.token);
    return ok({ email: user?.email ?? null, name: user?.name ?? null });
  },
});
