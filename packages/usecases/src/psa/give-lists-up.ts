import { isoTime, type Clock } from '@leadbridge/platform';

import type { ImportStore } from '../ports/import-store.js';
import { faultOf } from '../work/job-fault.js';

/**
 * For a job that ends before its lists are filled, which fails none of its leads: reports it, and leaves the tickets of
 * people who have opted out to their opt-outs. Does nothing if no ticket is missing on a list.
 */
export async function giveListsUp(
  { store, clock }: { readonly store: ImportStore; readonly clock: Clock },
  { jobId, requestId }: { readonly jobId: string; readonly requestId: string },
  error: unknown,
): Promise<void> {
  const open = await store.openListGroups([jobId]);
  if (open.length === 0) {
    return;
  }
  await store.leaveListsToOptOuts([jobId], isoTime(clock.now()));
  const { code, error: message } = faultOf(error);
  const missing = open.reduce((sum, { ticketIds }) => sum + ticketIds.length, 0);
  await store.saveErrorLogEntries([
    {
      ...({ level: 'error', source: 'psa', errorCode: code, jobId, requestId } as const),
      message: `${missing} list items could not be added: ${message}`,
    },
  ]);
}
