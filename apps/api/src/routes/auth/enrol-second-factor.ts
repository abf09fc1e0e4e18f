import { enrolAnswer, enrolBody } from '@leadbridge/contracts';
import type { EnrolAnswer } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';
import { enrolSecondFactor as enrol } from '@leadbridge/usecases';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../http/route.js';
import { sessionOf } from './session-of.js';

export const enrolSecondFactor = defineRoute({
  method: 'post',
  path: '/auth/mfa/enroll',
  permission: 'session',
  summary: 'Set up a second factor',
  description:
    'It counts once `POST /auth/mfa/verify` has confirmed it with its first code. Where another is in force, its `code` is needed.',
  tags: ['Access'],
  request: { body: enrolBody },
  answers: { 200: { description: 'What is needed to confirm it.', schema: enrolAnswer } },
  errors: [502],
  limits: ['sign_in'],
  handler: async (request) => {
    const { body, address, requestId, services } = request;
    const offer = await enrol(services.access, sessionOf(request), body, { address, requestId });
    const { method, totp, sentTo, expiresAt } = offer;
    const answer: EnrolAnswer = {
      method,
      ...(totp === null ? {} : { secret: totp.secret, otpauth_url: totp.address }),
      ...(sentTo === null ? {} : { sent_to: sentTo }),
      expires_at: isoTime(expiresAt),
    };
    return ok(answer);
  },
});
