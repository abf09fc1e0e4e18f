import { apiKeyParams, issuedApiKeyView, rotateApiKeyBody } from '@leadbridge/contracts';
import type { IssuedApiKeyView } from '@leadbridge/contracts';
import { rotateApiKey as rotate } from '@leadbridge/usecases';

import { auditOrigin } from '../../pipeline/audit-origin.js';
import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentApiKey } from '../../presenters/api-key-view.js';
import { proofNote, requireProof } from '../auth/require-proof.js';

export const rotateApiKey = defineRoute({
  method: 'post',
  path: '/api-keys/:key_id/rotate',
  permission: 'users.manage',
  summary: 'Rotate an API key',
  description: `The new key is only in this response and is never shown again. The previous key works for another 24 hours; responses to it have the header X-API-Key-Warning. ${proofNote}`,
  tags: ['Access'],
  request: { params: apiKeyParams, body: rotateApiKeyBody },
  responses: { 200: { description: 'The same record with its new key.', schema: issuedApiKeyView } },
  errors: [404],
  idempotent: true,
  handler: async (request) => {
    await requireProof(request);
    const { access, clock } = request.services;
    const { expires_in_days: days } = request.body;
    const { record, key } = await rotate(
      access,
      { keyId: request.params.key_id, ...(days === undefined ? {} : { expiresInDays: days }) },
      auditOrigin(request),
    );
    access.changed();
    return ok({ ...presentApiKey(record, clock.now()), key } satisfies IssuedApiKeyView);
  },
});
