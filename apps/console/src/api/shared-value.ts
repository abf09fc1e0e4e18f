import { useSyncExternalStore } from 'react';

/** A value that is set anywhere, and that components follow. */
export interface SharedValue<T> {
  readonly get: () => T;
  readonly set: (next: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function sharedValue<T>(initial: T): SharedValue<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (next !== value) {
        value = next;
        listeners.forEach((listener) => {
          listener();
        });
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useSharedValue<T>({ subscribe, get }: SharedValue<T>): T {
  return useSyncExternalStore(subscribe, get);
}
