import { Container } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';

import { useRead } from '../api/hooks.js';
import { leavePage } from '../api/leave-page.js';
import { part } from '../api/part.js';
import { useProofAsked } from '../api/proof.js';
import { notifyDone } from '../api/notify.js';
import { ErrorState, Loading } from '../parts/states.js';
import { setSessionEnded, useSessionEnded } from './ended-session.js';
import { SessionContext, sessionPath, type Session } from './session.js';
import { useRecovery } from './use-recovery.js';

// What only some see, or not at first, is loaded for these alone.
const SignInPage = lazy(part(async () => ({ default: (await import('./sign-in-page.js')).SignInPage })));
const RenewDialog = lazy(part(async () => ({ default: (await import('./renew-dialog.js')).RenewDialog })));
const ProofDialog = lazy(part(async () => ({ default: (await import('./proof-dialog.js')).ProofDialog })));

/**
 * Shows the console to who is signed in, and the sign-in to everybody else. A session that ends while somebody works is renewed above the
 * screen, which keeps whatever was typed into it.
 */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const session = useRead<Session>(sessionPath, {}, { againOnFocus: true });
  const ended = useSessionEnded();
  const isBack = ended && session.isSuccess;
  // They stay, so that they give the focus back when they close.
  const hasProofDialog = useOnce(useProofAsked());
  const hasRenewDialog = useOnce(ended);
  useRecovery();
  useSamePerson(session.data?.user.id);
  useRoleChange(session.data?.user.role);

  // Somebody has signed in again in another tab.
  useEffect(() => {
    if (isBack) {
      setSessionEnded(false);
      void client.invalidateQueries();
    }
  }, [isBack, client]);

  if (session.data === undefined) {
    if (session.error?.status === 401) {
      return (
        <Suspense>
          <SignInPage onDone={() => void signedIn()} />
        </Suspense>
      );
    }
    return (
      <Container size="xs" pt="xl">
        {session.error === null ? (
          <Loading what="your session" />
        ) : (
          <ErrorState error={session.error} retry={() => void session.refetch()} />
        )}
      </Container>
    );
  }

  async function signedIn(): Promise<void> {
    setSessionEnded(false);
    await client.invalidateQueries();
  }

  return (
    <SessionContext value={session.data}>
      {children}
      <Suspense>
        {hasProofDialog ? <ProofDialog /> : null}
        {hasRenewDialog ? <RenewDialog onDone={() => void signedIn()} /> : null}
      </Suspense>
    </SessionContext>
  );
}

/** Whether something is so, or was before. */
function useOnce(isSo: boolean): boolean {
  const [was, setWas] = useState(isSo);
  if (isSo && !was) {
    setWas(true);
  }
  return was || isSo;
}

/** Another person who has signed in, in this tab or another, must not see what was read for the one before. */
function useSamePerson(userId: string | undefined): void {
  const first = useRef(userId);
  useEffect(() => {
    first.current ??= userId;
    if (userId !== undefined && userId !== first.current) {
      leavePage(() => location.reload());
    }
  }, [userId]);
}

/** Says why a form or a screen is no longer there. */
function useRoleChange(role: string | undefined): void {
  const last = useRef(role);
  useEffect(() => {
    if (role !== undefined && last.current !== undefined && role !== last.current) {
      notifyDone(`Your role is “${role}” now. What it does not include is no longer offered.`, true);
    }
    last.current = role ?? last.current;
  }, [role]);
}
