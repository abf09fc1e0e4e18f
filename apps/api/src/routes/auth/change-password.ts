import { changePasswordBody } from '@leadbridge/contracts';
import { changePassword as change } from '@leadbridge/usecases';

import { defineRoute } from '../../pipeline/route.js';
import { sessionOf } from './session-of.js';

export const changePassword = defineRoute({
  method: 'post',
  path: '/auth/password',
  permission: 'session',
  summary: 'Change the own password',
  description: 'Other sessions of the same person end.',
  tags: ['Access'],
  request: { body: changePasswordBody },
  answers: { 204: { description: 'It is changed.', schema: null } },
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
