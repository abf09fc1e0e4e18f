import { LeadbridgeError } from '@leadbridge/client';
import { useSyncExternalStore } from 'react';

/** What waits for a proof: called with whether the person gave it. */
type Waiting = (isProven: boolean) => void;

let waiting: readonly Waiting[] = [];
const listeners = new Set<() => void>();

function setWaiting(next: readonly Waiting[]): void {
  waiting = next;
  listeners.forEach((listener) => {
    listener();
  });
}

/**
 * Sends a request once more after the person has proven who they are, where the service asks for that first.
 *
 * @throws LeadbridgeError the first refusal, where the person gives no proof
 */
export async function withProof<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    const isAsked =
      error instanceof LeadbridgeError && error.details['reason'] === 'REAUTHENTICATION_REQUIRED';
    if (!isAsked || !(await proofGiven())) {
      throw error;
    }
    return await request();
  }
}

async function proofGiven(): Promise<boolean> {
  return await new Promise((resolve) => {
    setWaiting([...waiting, resolve]);
  });
}

/** Ends the question for all requests that wait for it. */
export function settleProof(isProven: boolean): void {
  const asked = waiting;
  setWaiting([]);
  for (const resolve of asked) {
    resolve(isProven);
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether something waits for a proof. */
export function useProofAsked(): boolean {
  return useSyncExternalStore(subscribe, () => waiting.length > 0);
}
