import { qualificationFacts, statusName, type QualificationData, type Status } from '@leadbridge/domain';

import type { CallRecord } from '../ports/records.js';

/** When and by whom something was done, and the reference by which its note can be found. */
interface NoteCause {
  readonly at: string;
  readonly by: string;
  readonly reference: string;
}

type Line = readonly [label: string, value: string | number | null];

/** The note about a transition that the status alone does not fully describe. */
export function statusNote(
  note: NoteCause & {
    readonly status: Status;
    readonly reason: string | null;
    readonly nextAction?: string | null;
    readonly nextActionDate?: string | null;
  },
): string {
  return noteText(`Status set to ${statusName(note.status)}`, [
    ['Timestamp', note.at],
    ['By', note.by],
    ['Reason', note.reason],
    ['Next action', note.nextAction ?? null],
    ['Next action date', note.nextActionDate ?? null],
    ['Reference', note.reference],
  ]);
}

/** The note to the team about a new prospect (`notify_team`). */
export function teamNote(note: NoteCause & { readonly qualification: QualificationData }): string {
  return noteText('Lead converted to prospect', [
    ['Timestamp', note.at],
    ['By', note.by],
    ...qualificationFacts(note.qualification),
    ['Reference', note.reference],
  ]);
}

/** Stands on the ticket of its prospect, where notes are only added and never overwritten. */
export function opportunityNote(
  note: NoteCause & { readonly changes: readonly Line[]; readonly text: string | null },
): string {
  return noteText('Opportunity updated', [
    ['Timestamp', note.at],
    ['By', note.by],
    ...note.changes,
    ['Notes', note.text],
    ['Reference', note.reference],
  ]);
}

/** A call as an Action of the ticket (specification, "Call record"). */
export function callNote(call: Omit<CallRecord, 'psaActionId'>): string {
  const outbound = call.direction === 'outbound';
  return noteText(outbound ? 'Outbound call' : 'Inbound call', [
    ['Date and time', call.occurredAt],
    ['Dialled number', call.dialledNumber],
    ['Duration', call.durationSeconds === null ? null : `${call.durationSeconds} s`],
    ['Agent', call.agent],
    ['Outcome', call.outcome],
    ['Next action', call.nextAction],
    ['Notes', call.notes],
    ['Reference', call.callId],
  ]);
}

function noteText(title: string, lines: readonly Line[]): string {
  return [title, ...lines.flatMap(([label, value]) => (value === null ? [] : [`${label}: ${value}`]))].join(
    '\n',
  );
}
