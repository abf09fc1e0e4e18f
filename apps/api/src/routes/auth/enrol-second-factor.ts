import { enrolResponse, enrolBody, type EnrolResponse } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';
import { enrolSecondFactor as enrol } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { sessionOf } from './session-of.js';

export const enrolSecondFactor = defineRoute({
  method: 'post',
  path: '/auth/mfa/enroll',
  permission: 'session',
  summary: 'Set up a second factor',
  description:
    'It is active once `POST /auth/mfa/verify` has confirmed it with its first code. If another factor is active, its `code` is needed. A proof of the last 15 minutes, by the sign-in or `POST /auth/reauthenticate`, or the `current_password` is needed too; without both the response is 403 with `password_required` in the details.',
  tags: ['Access'],
  request: { body: enrolBody },
  responses: { 200: { description: 'The data needed to confirm it.', schema: enrolResponse } },
  errors: [502],
  limits: ['sign_in'],
  handler: async (request) => {
    const { body, address, requestId, services } = request;
    const { current_password: currentPassword, ...wanted } = body;
    const asked = { ...wanted, ...(currentPassword === undefined ? {} : { currentPassword }) };
    const offer = await enrol(services.access, sessionOf(request), asked, { address, requestId });
    const { method, totp, sentTo, expiresAt } = offer;
    return ok({
      method,
      ...(totp === null ? {} : { secret: totp.secret, otpauth_url: totp.address }),
      ...(sentTo === null ? {} : { sent_to: sentTo }),
      expires_at: isoTime(expiresAt),
    } satisfies EnrolResponse);
  },
});
