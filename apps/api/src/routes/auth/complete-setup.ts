import { completeSetupBody, loginResponse } from '@leadbridge/contracts';
import { acceptInvitation } from '@leadbridge/usecases';

import { defineRoute } from '../../pipeline/route.js';
import { refuseFromElsewhere } from './refuse-from-elsewhere.js';
import { signedInResponse } from './signed-in-response.js';

export const completeSetup = defineRoute({
  method: 'post',
  path: '/auth/setup',
  permission: 'none',
  summary: 'Create an account by a one-time link',
  description:
    'Sets the name and the password of the person whom the link is for, and signs them in as `POST /auth/login` does. The link for the first admin needs their `email` too. A link works once: 404 with the reason `LINK_EXPIRED` after that.',
  tags: ['Access'],
  request: { body: completeSetupBody },
  responses: { 200: { description: 'Signed in.', schema: loginResponse } },
  errors: [403, 404, 409],
  limits: ['sign_in'],
  handler: async (request) => {
    const { body, headers, address, requestId, services } = request;
    refuseFromElsewhere(headers);
    return signedInResponse(await acceptInvitation(services.access, body, { address, requestId }), request);
  },
});
