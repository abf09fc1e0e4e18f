import { useSyncExternalStore } from 'react';

import { part } from '../api/part.js';

const loadNotifications = part(async () => import('@mantine/notifications'));

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

/** @param stays until it is closed: nobody should miss it */
export function notifyDone(message: string, stays = false): void {
  isAsked = true;
  listeners.forEach((listener) => {
    listener();
  });
  void loadNotifications().then(({ notifications }) =>
    notifications.show({ message, color: 'green', ...(stays ? { autoClose: false } : {}) }),
  );
}
