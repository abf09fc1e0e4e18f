import { part } from './part.js';
import { sharedValue, useSharedValue } from './shared-value.js';
import { acceptedInWords, isAccepted } from './accepted.js';

const loadNotifications = part(async () => import('@mantine/notifications'));

const told = sharedValue(false);

/** Whether something was told: what shows it is loaded only then. */
export function useNotified(): boolean {
  return useSharedValue(told);
}

/** @param stays until it is closed: nobody should miss it */
export function notifyDone(message: string, stays = false): void {
  show(message, 'green', stays);
}

/** Tells what a write has done or, where the service goes on with it after the response, that it is not done yet. */
export function tellWritten<Result>(
  response: Result,
  done: string | ((response: Result) => string) | undefined,
): void {
  if (done !== undefined && isAccepted(response)) {
    show(acceptedInWords(response), 'yellow', true);
  } else if (done !== undefined) {
    notifyDone(typeof done === 'string' ? done : done(response));
  }
}

/** For what failed without a form or a place of its own; it stays until it is closed. */
export function notifyFailed(message: string): void {
  show(message, 'red', true);
}

function show(message: string, color: string, stays: boolean): void {
  told.set(true);
  void loadNotifications().then(({ notifications }) =>
    notifications.show({ message, color, ...(stays ? { autoClose: false } : {}) }),
  );
}
