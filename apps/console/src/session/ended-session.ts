import { sharedValue, useSharedValue } from '../api/shared-value.js';

const ended = sharedValue(false);

/** Tells that the API knows the session no more, or that there is one again. */
export const setSessionEnded = ended.set;

/** Whether somebody who was signed in is so no more. */
export function useSessionEnded(): boolean {
  return useSharedValue(ended);
}
