import { useSyncExternalStore } from 'react';

let isReachable = true;
const listeners = new Set<() => void>();

/** Tells whether the last request reached the service. */
export function setReachable(reachable: boolean): void {
  if (reachable !== isReachable) {
    isReachable = reachable;
    listeners.forEach((listener) => {
      listener();
    });
  }
}

export function isServiceReachable(): boolean {
  return isReachable;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the service responds; while it does not, requests and streams are retried. */
export function useReachable(): boolean {
  return useSyncExternalStore(subscribe, isServiceReachable);
}
