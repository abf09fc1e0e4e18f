import { LeadbridgeError } from '@leadbridge/client';

import { sharedValue, useSharedValue } from './shared-value.js';

/** What waits for a proof: called with whether the person gave it. */
type Waiting = (isProven: boolean) => void;

const waiting = sharedValue<readonly Waiting[]>([]);

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
    waiting.set([...waiting.get(), resolve]);
  });
}

/** Ends the question for all requests that wait for it. */
export function settleProof(isProven: boolean): void {
  const asked = waiting.get();
  waiting.set([]);
  for (const resolve of asked) {
    resolve(isProven);
  }
}

/** Whether something waits for a proof. */
export function useProofAsked(): boolean {
  return useSharedValue(waiting).length > 0;
}
