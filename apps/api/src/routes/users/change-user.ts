import { changeUserBody, userParams, userView } from '@leadbridge/contracts';
import { changeUser as change } from '@leadbridge/usecases';

import { auditOrigin } from '../../pipeline/audit-origin.js';
import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentUser } from '../../presenters/user-view.js';
import { proofNote, requireProof } from '../auth/require-proof.js';

export const changeUser = defineRoute({
  method: 'patch',
  path: '/users/:user_id',
  permission: 'users.manage',
  summary: 'Change a user',
  description: `A new role takes effect at once. A new password, or \`disabled: true\`, ends their sessions. The last admin cannot be disabled or given another role. Role and password, and \`disabled: false\`, can be changed only by another user: 403 with the reason \`PERSON_REQUIRED\` for API keys and access tokens, \`OWN_ACCOUNT\` for yourself. For everything but the name: ${proofNote}`,
  tags: ['Access'],
  request: { params: userParams, body: changeUserBody },
  responses: { 200: { description: 'The user after the change.', schema: userView } },
  errors: [404, 409],
  handler: async (request) => {
    const { role, disabled, password } = request.body;
    if (role !== undefined || disabled !== undefined || password !== undefined) {
      await requireProof(request);
    }
    const { access } = request.services;
    const user = await change(access, request.params.user_id, request.body, auditOrigin(request));
    access.changed();
    return ok(presentUser(user));
  },
});
