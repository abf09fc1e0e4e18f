import { createContext, useContext } from 'react';

import type { CurrentSessionResponse, Permission } from '@leadbridge/contracts';

/** Below `/api/v1`. */
export const sessionPath = '/auth/session';

export type Session = CurrentSessionResponse;

export const SessionContext = createContext<Session | null>(null);

/** Who is signed in. @throws Error outside of the shell */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) {
    throw new Error('The screen is not behind the sign-in');
  }
  return session;
}

/** Whether the person may do something; the API refuses it all the same. */
export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useSession();
  return (permission) => permissions.includes(permission);
}
