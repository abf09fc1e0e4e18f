import { reauthenticateResponse, reauthenticateBody } from '@leadbridge/contracts';
import type { ReauthenticateResponse } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';
import { reauthenticate as prove } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { sessionOf } from './session-of.js';

export const reauthenticate = defineRoute({
  method: 'post',
  path: '/auth/reauthenticate',
  permission: 'session',
  summary: 'Confirm that it is you',
  description:
    'For what is refused with the reason `REAUTHENTICATION_REQUIRED`: for the next 15 minutes this session may issue keys and change roles, passwords and second factors. If a second factor is set up, a request without its `code` gets a 401 with `mfa_required` and the method in the details; a code by email or SMS has then been sent.',
  tags: ['Access'],
  request: { body: reauthenticateBody },
  responses: { 200: { description: 'It is you.', schema: reauthenticateResponse } },
  errors: [502],
  limits: ['sign_in'],
  handler: async (request) => {
    const { body, address, requestId, services } = request;
    const until = await prove(services.access, sessionOf(request), body, { address, requestId });
    return ok({ proven_until: isoTime(until) } satisfies ReauthenticateResponse);
  },
});
