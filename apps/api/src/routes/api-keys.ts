import {
  apiKeyListQuery,
  apiKeyListResponse,
  apiKeyParams,
  apiKeyView,
  issueApiKeyBody,
  issuedApiKeyView,
  paginationOf,
  rotateApiKeyBody,
} from '@leadbridge/contracts';
import type { ApiKeyListResponse, IssuedApiKeyView } from '@leadbridge/contracts';
import { given } from '@leadbridge/platform';
import { issueApiKey, noSuchKey, revokeApiKey, rotateApiKey } from '@leadbridge/usecases';

import { ok } from '../http/route-response.js';
import { auditOrigin } from '../pipeline/audit-origin.js';
import { route, type Route } from '../pipeline/route.js';
import { presentApiKey } from '../presenters/api-key-view.js';
import { proofNote, requireProof } from './auth/require-proof.js';

export const apiKeyRoutes: readonly Route[] = [
  route.get('/api-keys', {
    permission: 'users.manage',
    summary: 'List API keys, newest first',
    description: 'Includes revoked and expired keys. `last_used_at` may lag by up to a minute.',
    request: { query: apiKeyListQuery },
    responses: { 200: { description: 'A page of keys.', schema: apiKeyListResponse } },
    handler: async ({ query, services }) => {
      const found = await services.access.keys.list(query);
      const now = services.clock.now();
      return ok({
        api_keys: found.items.map((record) => presentApiKey(record, now)),
        pagination: paginationOf('api_keys', query, found),
      } satisfies ApiKeyListResponse);
    },
  }),
  route.post('/api-keys', {
    permission: 'users.manage',
    summary: 'Issue an API key',
    description: `The key itself is only in this response and is never shown again. ${proofNote}`,
    request: { body: issueApiKeyBody },
    responses: { 201: { description: 'The new key.', schema: issuedApiKeyView } },
    idempotent: true,
    handler: async (request) => {
      await requireProof(request);
      const { access, clock } = request.services;
      const { name, role, expires_in_days: days, propose_only: proposeOnly = false } = request.body;
      const { record, key } = await issueApiKey(
        access,
        { name, role, proposeOnly, ...given({ expiresInDays: days }) },
        auditOrigin(request),
      );
      access.changed();
      const body: IssuedApiKeyView = { ...presentApiKey(record, clock.now()), key };
      return { status: 201, body };
    },
  }),
  route.get('/api-keys/:key_id', {
    permission: 'users.manage',
    summary: 'Get an API key',
    request: { params: apiKeyParams },
    responses: { 200: { description: 'The key record, without the key itself.', schema: apiKeyView } },
    handler: async ({ params, services }) => {
      const record = await services.access.keys.find(params.key_id);
      if (record === null) {
        throw noSuchKey(params.key_id);
      }
      return ok(presentApiKey(record, services.clock.now()));
    },
  }),
  route.post('/api-keys/:key_id/rotate', {
    permission: 'users.manage',
    summary: 'Rotate an API key',
    description: `The new key is only in this response and is never shown again. The previous key works for another 24 hours; responses to it have the header X-API-Key-Warning. ${proofNote}`,
    request: { params: apiKeyParams, body: rotateApiKeyBody },
    responses: { 200: { description: 'The same record with its new key.', schema: issuedApiKeyView } },
    idempotent: true,
    handler: async (request) => {
      await requireProof(request);
      const { access, clock } = request.services;
      const { expires_in_days: days } = request.body;
      const { record, key } = await rotateApiKey(
        access,
        { keyId: request.params.key_id, ...given({ expiresInDays: days }) },
        auditOrigin(request),
      );
      access.changed();
      return ok({ ...presentApiKey(record, clock.now()), key } satisfies IssuedApiKeyView);
    },
  }),
  route.delete('/api-keys/:key_id', {
    permission: 'users.manage',
    summary: 'Revoke an API key',
    description:
      'It stops working at once, and so do its previous keys from rotations. It stays in the list.',
    request: { params: apiKeyParams },
    responses: { 204: { description: 'The key is revoked.', schema: null } },
    handler: async (request) => {
      const { access } = request.services;
      await revokeApiKey(access, request.params.key_id, auditOrigin(request));
      access.changed();
      return { status: 204 };
    },
  }),
];
