import {
  changeUserBody,
  createdUserView,
  createUserBody,
  paginationOf,
  sessionListResponse,
  userListQuery,
  userListResponse,
  userParams,
  userSessionParams,
  userView,
} from '@leadbridge/contracts';
import type { CreatedUserView, UserListResponse } from '@leadbridge/contracts';
import {
  changeUser,
  createUser,
  endSession,
  invite,
  listSessions,
  noSuchUser,
  removeUser,
  resetSecondFactor,
} from '@leadbridge/usecases';

import { ok } from '../http/route-response.js';
import { auditOrigin } from '../pipeline/audit-origin.js';
import { route, type Route } from '../pipeline/route.js';
import { presentSessions } from '../presenters/session-view.js';
import { presentUser } from '../presenters/user-view.js';
import { inviteLinkOf } from './auth/invitations.js';
import { proofNote, requireProof } from './auth/require-proof.js';

export const userRoutes: readonly Route[] = [
  route.get('/users', {
    permission: 'users.manage',
    summary: 'List users, by name',
    request: { query: userListQuery },
    responses: { 200: { description: 'A page of users.', schema: userListResponse } },
    handler: async ({ query, services }) => {
      const found = await services.access.users.list(query);
      return ok({
        users: found.items.map(presentUser),
        pagination: paginationOf('users', query, found),
      } satisfies UserListResponse);
    },
  }),
  route.post('/users', {
    permission: 'users.manage',
    summary: 'Add a user',
    description: `Without a \`password\`, the response has a one-time link with which the person chooses their own. With an API key or an access token the first admin can be added, and no other: 403 with the reason \`PERSON_REQUIRED\`. ${proofNote}`,
    request: { body: createUserBody },
    responses: { 201: { description: 'The person.', schema: createdUserView } },
    errors: [409],
    idempotent: true,
    handler: async (request) => {
      await requireProof(request);
      const { access, invitations } = request.services;
      const origin = auditOrigin(request);
      const user = await createUser(access, request.body, origin);
      const link =
        request.body.password === undefined
          ? inviteLinkOf(await invite(access, user, invitations.validSeconds, origin), request)
          : {};
      const body: CreatedUserView = { ...presentUser(user), ...link };
      return { status: 201, body };
    },
  }),
  route.get('/users/:user_id', {
    permission: 'users.manage',
    summary: 'Get a user',
    request: { params: userParams },
    responses: { 200: { description: 'The person.', schema: userView } },
    handler: async ({ params, services }) => {
      const user = await services.access.users.find(params.user_id);
      if (user === null) {
        throw noSuchUser(params.user_id);
      }
      return ok(presentUser(user));
    },
  }),
  route.patch('/users/:user_id', {
    permission: 'users.manage',
    summary: 'Change a user',
    description: `A new role takes effect at once. A new password, or \`disabled: true\`, ends their sessions. The last admin cannot be disabled or given another role. Role and password, and \`disabled: false\`, can be changed only by another user: 403 with the reason \`PERSON_REQUIRED\` for API keys and access tokens, \`OWN_ACCOUNT\` for yourself. For everything but the name: ${proofNote}`,
    request: { params: userParams, body: changeUserBody },
    responses: { 200: { description: 'The user after the change.', schema: userView } },
    errors: [404, 409],
    handler: async (request) => {
      const { role, disabled, password } = request.body;
      if (role !== undefined || disabled !== undefined || password !== undefined) {
        await requireProof(request);
      }
      const { access } = request.services;
      const user = await changeUser(access, request.params.user_id, request.body, auditOrigin(request));
      access.changed();
      return ok(presentUser(user));
    },
  }),
  route.delete('/users/:user_id', {
    permission: 'users.manage',
    summary: 'Remove a user',
    description: `Also removes their sessions and second factor. The last admin cannot be removed. ${proofNote}`,
    request: { params: userParams },
    responses: { 204: { description: 'The user is removed.', schema: null } },
    errors: [404, 409],
    handler: async (request) => {
      await requireProof(request);
      const { access } = request.services;
      await removeUser(access, request.params.user_id, auditOrigin(request));
      access.changed();
      return { status: 204 };
    },
  }),
  route.delete('/users/:user_id/mfa', {
    permission: 'users.manage',
    summary: "Reset a user's second factor",
    description: `For a user who has lost both the second factor and the recovery codes. Their sessions end, and a new grace period begins. Only another user may do it: 403 with the reason \`PERSON_REQUIRED\` for API keys and access tokens, \`OWN_ACCOUNT\` for yourself. ${proofNote}`,
    request: { params: userParams },
    responses: { 204: { description: 'The user has no second factor.', schema: null } },
    handler: async (request) => {
      await requireProof(request);
      const { access } = request.services;
      await resetSecondFactor(access, request.params.user_id, auditOrigin(request));
      access.changed();
      return { status: 204 };
    },
  }),
  route.get('/users/:user_id/sessions', {
    permission: 'users.manage',
    summary: 'List the sessions of a user',
    request: { params: userParams },
    responses: { 200: { description: 'The active sessions.', schema: sessionListResponse } },
    handler: async ({ params, credential, services }) =>
      ok(presentSessions(await listSessions(services.access, params.user_id), credential?.sessionId ?? null)),
  }),
  route.delete('/users/:user_id/sessions/:session_id', {
    permission: 'users.manage',
    summary: 'End a session of a user',
    request: { params: userSessionParams },
    responses: { 204: { description: 'The session has ended.', schema: null } },
    handler: async (request) => {
      const { access } = request.services;
      const { user_id: userId, session_id: publicId } = request.params;
      await endSession(access, { userId, publicId }, auditOrigin(request));
      access.changed();
      return { status: 204 };
    },
  }),
];
