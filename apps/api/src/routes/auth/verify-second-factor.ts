import { verifyResponse, verifyBody, type VerifyResponse } from '@leadbridge/contracts';
import { verifySecondFactor as verify } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { sessionOf } from './session-of.js';

export const verifySecondFactor = defineRoute({
  method: 'post',
  path: '/auth/mfa/verify',
  permission: 'session',
  summary: 'Confirm a second factor with a code',
  description: 'Returns the recovery codes of a new factor, only once. Your other sessions end.',
  tags: ['Access'],
  request: { body: verifyBody },
  responses: { 200: { description: 'The code was correct.', schema: verifyResponse } },
  errors: [409],
  limits: ['sign_in'],
  handler: async (request) => {
    const { body, address, requestId, services } = request;
    const place = { address, requestId };
    const { method, recoveryCodes } = await verify(services.access, sessionOf(request), body.code, place);
    services.access.changed();
    return ok({
      verified: true,
      method,
      ...(recoveryCodes === null ? {} : { recovery_codes: recoveryCodes }),
    } satisfies VerifyResponse);
  },
});
