import { send } from '../api/leadbridge.js';

/** Nothing of one person is left in memory for the next. */
export async function signOut(): Promise<void> {
  await send('POST', '/auth/logout').catch(() => undefined);
  location.assign('/console/');
}
