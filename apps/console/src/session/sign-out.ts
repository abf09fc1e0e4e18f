import type { LogoutResponse } from '@leadbridge/contracts';

import { send } from '../api/leadbridge.js';

/** Nothing of one person is left in memory for the next. Who has signed in at the organization signs out there too. */
export async function signOut(): Promise<void> {
  const response = await send<LogoutResponse | undefined>('POST', '/auth/logout').catch(() => undefined);
  location.assign(response?.end_session_url ?? '/console/');
}
