import {
  callerView,
  changePasswordBody,
  currentSessionResponse,
  emptyBody,
  logoutResponse,
  permissionsOf,
  sessionListResponse,
  sessionParams,
} from '@leadbridge/contracts';
import type { CallerView, CurrentSessionResponse, LogoutResponse } from '@leadbridge/contracts';
import { AppError, isoTime } from '@leadbridge/platform';
import {
  availableMethods,
  changePassword,
  currentSession,
  endSession,
  listSessions,
  signOut,
} from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { auditOrigin } from '../../pipeline/audit-origin.js';
import { endedSessionCookie } from '../../pipeline/authentication/index.js';
import { route, type Route } from '../../pipeline/route.js';
import { presentSessions } from '../../presenters/session-view.js';
import { presentUser } from '../../presenters/user-view.js';
import { proofNote, sessionOf } from './require-proof.js';

export const ownSessionRoutes: readonly Route[] = [
  route.post('/auth/logout', {
    permission: 'session',
    summary: 'Sign out',
    description:
      'If the session began at an issuer of OpenID Connect that offers to sign out there too, the response is 200 with the address for the browser.',
    request: { body: emptyBody },
    responses: {
      200: {
        description: 'The session has ended here, and may be ended at the issuer.',
        schema: logoutResponse,
      },
      204: { description: 'The session has ended.', schema: null },
    },
    handler: async (request) => {
      const { access, oidc } = request.services;
      const { session } = await currentSession(access, sessionOf(request));
      await signOut(access, sessionOf(request), auditOrigin(request));
      access.changed();
      const headers = { 'Set-Cookie': endedSessionCookie(request.secure) };
      const address = session.method === 'oidc' ? ((await oidc?.issuer.endSessionAddress()) ?? null) : null;
      if (address === null) {
        return { status: 204, headers };
      }
      const body: LogoutResponse = { end_session_url: address };
      return { status: 200, body, headers };
    },
  }),
  route.get('/auth/session', {
    permission: 'session',
    summary: 'Get the current user and session',
    responses: { 200: { description: 'The user and the session.', schema: currentSessionResponse } },
    handler: async (request) => {
      const { access } = request.services;
      const { session, user } = await currentSession(access, sessionOf(request));
      if (user.role !== request.credential?.role) {
        // What is said here holds for the next request too.
        access.changed();
      }
      return ok({
        user: presentUser(user),
        permissions: permissionsOf(user.role),
        second_factor_methods: availableMethods(access),
        psa_ticket_url: request.services.psaTicketUrl,
        second_factor_required: request.credential?.restricted === true,
        session: {
          created_at: isoTime(session.createdAt),
          expires_at: isoTime(session.expiresAt),
          second_factor_proven: session.secondFactorProven,
        },
      } satisfies CurrentSessionResponse);
    },
  }),
  route.get('/auth/caller', {
    permission: 'data.view.readonly',
    summary: 'Get the caller: the key, token or person, and what it may do',
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
  }),
  route.get('/auth/sessions', {
    permission: 'session',
    summary: 'List your sessions',
    responses: { 200: { description: 'The active sessions.', schema: sessionListResponse } },
    handler: async (request) => {
      const { access } = request.services;
      const currentId = sessionOf(request);
      const { user } = await currentSession(access, currentId);
      return ok(presentSessions(await listSessions(access, user.userId), currentId));
    },
  }),
  route.delete('/auth/sessions/:session_id', {
    permission: 'session',
    summary: 'End one of your sessions',
    description: 'May be the current session, which signs you out.',
    request: { params: sessionParams },
    responses: { 204: { description: 'The session has ended.', schema: null } },
    handler: async (request) => {
      const { access } = request.services;
      const currentId = sessionOf(request);
      const { user } = await currentSession(access, currentId);
      const wanted = { userId: user.userId, publicId: request.params.session_id };
      const { sessionId } = await endSession(access, wanted, auditOrigin(request));
      access.changed();
      return sessionId === currentId
        ? { status: 204, headers: { 'Set-Cookie': endedSessionCookie(request.secure) } }
        : { status: 204 };
    },
  }),
  route.post('/auth/password', {
    permission: 'session',
    summary: 'Change your password',
    description: `Your other sessions end. If a second factor is set up: ${proofNote}`,
    request: { body: changePasswordBody },
    responses: { 204: { description: 'The password is changed.', schema: null } },
    limits: ['sign_in'],
    handler: async (request) => {
      const { body, address, requestId, services } = request;
      const { current_password: currentPassword, new_password: newPassword } = body;
      const passwords = { currentPassword, newPassword };
      await changePassword(services.access, sessionOf(request), passwords, { address, requestId });
      services.access.changed();
      return { status: 204 };
    },
  }),
];
