import type { JobHandler } from '@leadbridge/queue';
import {
  runOnce,
  syncTicketChanges,
  type RunOnceDependencies,
  type TicketSyncDependencies,
} from '@leadbridge/usecases';

export type OptOutHandlerDependencies = RunOnceDependencies & TicketSyncDependencies;

/**
 * The PSA's change notifications: those that include an opt-out, and all others, do the same work from
 * different queues.
 */
export function optOutHandlers(
  deps: OptOutHandlerDependencies,
): Readonly<Record<'optOuts' | 'ticketChanges', JobHandler>> {
  return {
    optOuts: async (run) =>
      runOnce(
        deps,
        { ...run, inParts: true },
        {
          dnc_sync: async (job, tryPart) => syncTicketChanges(deps, job, tryPart),
        },
      ),
    ticketChanges: async (run) =>
      runOnce(
        deps,
        { ...run, inParts: true },
        {
          ticket_change: async (job, tryPart) => syncTicketChanges(deps, job, tryPart),
        },
      ),
  };
}
