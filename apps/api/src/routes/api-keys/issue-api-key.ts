import { issueApiKeyBody, issuedApiKeyView, type IssuedApiKeyView } from '@leadbridge/contracts';
import { issueApiKey as issue } from '@leadbridge/usecases';

import { auditOrigin } from '../../pipeline/audit-origin.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentApiKey } from '../../presenters/api-key-view.js';
import { proofNote, requireProof } from '../auth/require-proof.js';

export const issueApiKey = defineRoute({
  method: 'post',
  path: '/api-keys',
  permission: 'users.manage',
  summary: 'Issue an API key',
  description: `The key itself is only in this response and is never shown again. ${proofNote}`,
  tags: ['Access'],
  request: { body: issueApiKeyBody },
  responses: { 201: { description: 'The new key.', schema: issuedApiKeyView } },
  idempotent: true,
  handler: async (request) => {
    await requireProof(request);
    const { access, clock } = request.services;
    const { name, role, expires_in_days: days, propose_only: proposeOnly = false } = request.body;
    const { record, key } = await issue(
      access,
      { name, role, proposeOnly, ...(days === undefined ? {} : { expiresInDays: days }) },
      auditOrigin(request),
    );
    access.changed();
    const body: IssuedApiKeyView = { ...presentApiKey(record, clock.now()), key };
    return { status: 201, body };
  },
});
