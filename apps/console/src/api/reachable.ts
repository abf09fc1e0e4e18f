import { sharedValue, useSharedValue } from './shared-value.js';

const reachable = sharedValue(true);

/** Tells whether the last request reached the service. */
export const setReachable = reachable.set;

export const isServiceReachable = reachable.get;

/** Whether the service responds; while it does not, requests and streams are retried. */
export function useReachable(): boolean {
  return useSharedValue(reachable);
}
