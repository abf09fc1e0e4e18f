import { LeadbridgeError, newIdempotencyKey } from '@leadbridge/client';
import type { LogoutResponse } from '@leadbridge/contracts';

import { leavePage } from '../api/leave-page.js';
import { send } from '../api/leadbridge.js';
import { notifyFailed } from '../api/notify.js';

/**
 * Nothing of one person is left in memory for the next. Who has signed in at the organization signs out there too. Who leaves a shared
 * computer has to know when the session goes on.
 */
export async function signOut(): Promise<void> {
  try {
    const response = await send<LogoutResponse | undefined>('POST', '/auth/logout', {
      // Harmless twice, and so tried again while the service is away.
      idempotencyKey: newIdempotencyKey(),
    });
    leavePage(() => location.assign(response?.end_session_url ?? '/console/'));
  } catch (error) {
    if (error instanceof LeadbridgeError && error.status === 401) {
      leavePage(() => location.assign('/console/'));
    } else {
      notifyFailed('The sign-out failed, and you may still be signed in. Try again.');
    }
  }
}
