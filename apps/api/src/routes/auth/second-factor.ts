import {
  enrolBody,
  enrolResponse,
  reauthenticateBody,
  reauthenticateResponse,
  verifyBody,
  verifyResponse,
} from '@leadbridge/contracts';
import type { EnrolResponse, ReauthenticateResponse, VerifyResponse } from '@leadbridge/contracts';
import { given, isoTime } from '@leadbridge/platform';
import { enrolSecondFactor, reauthenticate, verifySecondFactor } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { route, type Route } from '../../pipeline/route.js';
import { sessionOf } from './require-proof.js';

export const secondFactorRoutes: readonly Route[] = [
  route.post('/auth/reauthenticate', {
    permission: 'session',
    summary: 'Confirm that it is you',
    description:
      'For what is refused with the reason `REAUTHENTICATION_REQUIRED`: for the next 15 minutes this session may issue keys and change roles, passwords and second factors. If a second factor is set up, a request without its `code` gets a 401 with `mfa_required` and the method in the details; a code by email or SMS has then been sent.',
    request: { body: reauthenticateBody },
    responses: { 200: { description: 'It is you.', schema: reauthenticateResponse } },
    errors: [502],
    limits: ['sign_in'],
    handler: async (request) => {
      const { body, address, requestId, services } = request;
      const until = await reauthenticate(services.access, sessionOf(request), body, { address, requestId });
      return ok({ proven_until: isoTime(until) } satisfies ReauthenticateResponse);
    },
  }),
  route.post('/auth/mfa/enroll', {
    permission: 'session',
    summary: 'Set up a second factor',
    description:
      'It is active once `POST /auth/mfa/verify` has confirmed it with its first code. If another factor is active, its `code` is needed. A proof of the last 15 minutes, by the sign-in or `POST /auth/reauthenticate`, or the `current_password` is needed too; without both the response is 403 with `password_required` in the details.',
    request: { body: enrolBody },
    responses: { 200: { description: 'The data needed to confirm it.', schema: enrolResponse } },
    errors: [502],
    limits: ['sign_in'],
    handler: async (request) => {
      const { body, address, requestId, services } = request;
      const { current_password: currentPassword, ...wanted } = body;
      const asked = { ...wanted, ...given({ currentPassword }) };
      const offer = await enrolSecondFactor(services.access, sessionOf(request), asked, {
        address,
        requestId,
      });
      const { method, totp, sentTo, expiresAt } = offer;
      return ok({
        method,
        ...(totp === null ? {} : { secret: totp.secret, otpauth_url: totp.address }),
        ...(sentTo === null ? {} : { sent_to: sentTo }),
        expires_at: isoTime(expiresAt),
      } satisfies EnrolResponse);
    },
  }),
  route.post('/auth/mfa/verify', {
    permission: 'session',
    summary: 'Confirm a second factor with a code',
    description: 'Returns the recovery codes of a new factor, only once. Your other sessions end.',
    request: { body: verifyBody },
    responses: { 200: { description: 'The code was correct.', schema: verifyResponse } },
    errors: [409],
    limits: ['sign_in'],
    handler: async (request) => {
      const { body, address, requestId, services } = request;
      const place = { address, requestId };
      const { method, recoveryCodes } = await verifySecondFactor(
        services.access,
        sessionOf(request),
        body.code,
        place,
      );
      services.access.changed();
      return ok({
        verified: true,
        method,
        ...(recoveryCodes === null ? {} : { recovery_codes: recoveryCodes }),
      } satisfies VerifyResponse);
    },
  }),
];
