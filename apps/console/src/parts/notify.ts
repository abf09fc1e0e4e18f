import { useSyncExternalStore } from 'react';

let isAsked = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether something was told: what shows it is loaded only then. */
export function useNotified(): boolean {
  return useSyncExternalStore(subscribe, () => isAsked);
}

export function notifyDone(message: string): void {
  isAsked = true;
  listeners.forEach((listener) => {
    listener();
  });
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({ message, color: 'green' }),
  );
}
