import { changePasswordBody } from '@leadbridge/contracts';
import { changePassword as change } from '@leadbridge/usecases';

import { defineRoute } from '../../pipeline/route.js';
import { proofNote } from './require-proof.js';
import { sessionOf } from './session-of.js';

export const changePassword = defineRoute({
  method: 'post',
  path: '/auth/password',
  permission: 'session',
  summary: 'Change your password',
  description: `Your other sessions end. If a second factor is set up: ${proofNote}`,
  tags: ['Access'],
  request: { body: changePasswordBody },
  responses: { 204: { description: 'The password is changed.', schema: null } },
  limits: ['sign_in'],
  handler: async (request) => {
    const { body, address, requestId, services } = request;
    const { current_password: currentPassword, new_password: newPassword } = body;
    const passwords = { currentPassword, newPassword };
    await change(services.access, sessionOf(request), passwords, { address, requestId });
    services.access.changed();
    return { status: 204 };
  },
});
