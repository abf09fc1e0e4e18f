import { apiKeyParams } from '@leadbridge/contracts';
import { revokeApiKey as revoke } from '@leadbridge/usecases';

import { auditOrigin } from '../../pipeline/audit-origin.js';
import { defineRoute } from '../../pipeline/route.js';

export const revokeApiKey = defineRoute({
  method: 'delete',
  path: '/api-keys/:key_id',
  permission: 'users.manage',
  summary: 'Revoke an API key',
  description: 'It stops working at once, and so do its previous keys from rotations. It stays in the list.',
  tags: ['Access'],
  request: { params: apiKeyParams },
  responses: { 204: { description: 'The key is revoked.', schema: null } },
  errors: [404],
  handler: async (request) => {
    const { access } = request.services;
    await revoke(access, request.params.key_id, auditOrigin(request));
    access.changed();
    return { status: 204 };
  },
});
