import { useSyncExternalStore } from 'react';

let hasEnded = false;
const listeners = new Set<() => void>();

/** Tells that the API knows the session no more, or that there is one again. */
export function setSessionEnded(ended: boolean): void {
  if (ended !== hasEnded) {
    hasEnded = ended;
    listeners.forEach((listener) => {
      listener();
    });
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether somebody who was signed in is so no more. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, () => hasEnded);
}
