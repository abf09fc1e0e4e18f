import { erasedKinds, type ErasedKind, type JobResult } from '@leadbridge/contracts';

import { jobEnd } from '../work/job-outcome.js';
import type { AuditEntry } from '../ports/audit.js';
import type { Erasure } from '../ports/erasure.js';
import type { JobEnd } from '../ports/job-runs.js';
import type { Job } from '../ports/jobs.js';
import type { Suppression } from '../ports/suppression.js';

/** The counts of an erasure that has not begun. */
export const nothingErased = Object.fromEntries(erasedKinds.map((kind) => [kind, 0])) as Record<
  ErasedKind,
  number
>;

export function endOfErasure(
  erasure: Erasure,
  {
    entries,
    suppressedKeys,
    isDryRun,
    at,
  }: {
    readonly entries: readonly Suppression[];
    readonly suppressedKeys: number;
    readonly isDryRun: boolean;
    readonly at: string;
  },
): JobEnd {
  const { jobId, leadIds, prospectIds, opportunityIds, optedOut, userIds, erased } = erasure;
  const result: JobResult<'erasure'> = {
    success: true,
    ...(isDryRun ? { dryRun: true } : {}),
    erased: { ...erased, suppressions: entries.length, suppressed_keys: suppressedKeys },
    leadIds,
    prospectIds,
    opportunityIds,
    optedOut,
    suppressions: entries.map(({ suppressionId: id, status }) => ({ id, status })),
    psa: remainingInPsa(erasure, entries),
    userIds,
  };
  return jobEnd(jobId, { kind: 'done', result }, at);
}

/** Includes tickets known only from opt-outs. */
function remainingInPsa(
  { psa, mayHoldMore }: Erasure,
  entries: readonly Suppression[],
): JobResult<'erasure'>['psa'] {
  const tickets = [...new Set([...psa.ticketIds, ...entries.flatMap(({ ticketId }) => ticketId ?? [])])];
  const { contactIds, opportunityIds, clientIds } = psa;
  const advice: readonly (readonly [isDue: boolean, text: string])[] = [
    [
      tickets.length > 0,
      'Delete these tickets in the PSA, with their Actions and attachments, or remove the person from them.',
    ],
    [contactIds.length > 0, 'Delete or anonymise these contacts (Users) in the PSA.'],
    [opportunityIds.length > 0, 'Delete these opportunities in the PSA, or remove the person from them.'],
    [clientIds.length > 0, 'Check these clients in the PSA: no other lead of ours belongs to them.'],
    [mayHoldMore, 'An import of the person was cut short: search the PSA for the person as well.'],
  ];
  return {
    ticketIds: tickets,
    contactIds,
    opportunityIds,
    clientIds,
    mayHoldMore,
    whatToDo: advice.filter(([isDue]) => isDue).map(([, text]) => text),
  };
}

/** The service's own entry of how much was erased. The requester is in a separate entry. */
export function erasureAudit({ jobId, leadIds }: Erasure, { requestId }: Pick<Job, 'requestId'>): AuditEntry {
  return {
    action: 'erasure.completed',
    actor: { id: 'service', name: 'Leadbridge', kind: 'service' },
    target: { type: 'erasure', id: jobId },
    changes: { leads: { from: leadIds.length, to: 0 } },
    address: null,
    requestId,
  };
}
