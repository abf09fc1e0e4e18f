import type { Status, TicketSnapshot } from '@leadbridge/domain';

import type { IrregularChange, LeadRecord, ProspectRecord } from '../ports/records.js';
import { recordStep, type LeadWork } from '../lifecycle/claim-lead.js';
import { transitionTo, type Cause } from '../lifecycle/transitions.js';

export type IllegalTransition = {
  readonly to: string;
  readonly ticket: TicketSnapshot;
  readonly cause: Cause & { readonly jobId: string };
  /** Whether the caller requested that the record follow anyway. */
  readonly isFollowed: boolean;
} & (
  | { readonly kind: 'lead'; readonly record: LeadRecord }
  | { readonly kind: 'prospect'; readonly record: ProspectRecord }
);

/**
 * Records a transition that people made in the PSA and the lifecycle does not permit: on the record, which
 * follows only if requested, and in the error log. The PSA is not changed. Ignores a repeated notification,
 * or one received after the ticket has changed again.
 */
export async function recordIllegalChange(work: LeadWork, move: IllegalTransition): Promise<void> {
  const { kind, record, to, cause, isFollowed } = move;
  const irregular = illegalChangeOf(move);
  const last = record.irregularChanges.at(-1);
  if (last !== undefined && isSame(last, irregular) && !isFollowed) {
    return;
  }
  const id = kind === 'lead' ? record.leadId : record.prospectId;
  const followed = isFollowed ? transitionTo({ ...record, kind, recordId: id }, to as Status, cause) : null;
  const statusChanges = followed === null ? {} : { statusChanges: [followed.change] };
  await recordStep(work, cause.at, {
    ...(kind === 'lead'
      ? { lead: { leadId: record.leadId, irregular, ...statusChanges } }
      : { prospect: { prospectId: record.prospectId, irregular, ...statusChanges } }),
    ...(followed === null ? {} : { transitions: [followed.transition] }),
    errorLogEntries: [
      {
        level: 'warning',
        message: `The PSA moved ${kind} ${id} from ${record.status} to ${to}, which the lifecycle does not allow; its record ${isFollowed ? 'follows, as requested' : `stays ${record.status}`}`,
        source: 'psa',
        errorCode: 'ILLEGAL_TRANSITION',
        leadId: record.leadId,
        jobId: cause.jobId,
      },
    ],
  });
}

export function illegalChangeOf({
  record,
  to,
  ticket,
  cause,
}: Pick<IllegalTransition, 'record' | 'to' | 'ticket' | 'cause'>): IrregularChange {
  return {
    from: record.status,
    to,
    at: cause.at,
    by: cause.by,
    psaStatusId: ticket.statusId,
    psaTickettypeId: ticket.tickettypeId,
  };
}

function isSame(one: IrregularChange, other: IrregularChange): boolean {
  return (
    one.from === other.from &&
    one.to === other.to &&
    one.psaStatusId === other.psaStatusId &&
    one.psaTickettypeId === other.psaTickettypeId
  );
}
