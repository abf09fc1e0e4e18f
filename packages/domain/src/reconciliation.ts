import { DO_NOT_CONTACT_FIELD } from './custom-fields.js';
import { parseFlag } from './flag.js';
import {
  INITIAL_STATUS,
  UNDONE,
  UNDONE_SHOWS,
  type LeadStatus,
  type ProspectStatus,
  type RecordKind,
  type Status,
} from './lifecycle.js';
import type { TicketSnapshot } from './model.js';

/** In what the PSA and our records may have come apart, and what a person may have done about it; none where that is not ours to do. */
export const FINDING_REMEDIES = {
  /** Two or more lead tickets of one person. */
  duplicate_ticket: [],
  /** Contacts with the same email. */
  duplicate_contact: [],
  /** Clients with the same company key. */
  duplicate_client: [],
  /** The ticket of a record is gone. */
  missing_ticket: ['forget', 'keep'],
  /** A lead ticket that no record knows. */
  unknown_ticket: ['adopt'],
  /** The same of all that are older than the first ticket that the service has created, as one finding. */
  unknown_before_first_import: ['adopt'],
  /** The PSA has moved on, and no notification told of it. */
  status_drift: ['follow'],
  type_drift: ['follow'],
  /** The PSA shows an opt-out, and the ledger has none. */
  opt_out_missing: ['opt_out'],
  /** The ledger has an opt-out, and the ticket does not show it. */
  opt_out_unmarked: ['mark'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type FindingKind = keyof typeof FINDING_REMEDIES;
export type Remedy = (typeof FINDING_REMEDIES)[FindingKind][number];

export const FINDING_KINDS = Object.keys(FINDING_REMEDIES) as readonly FindingKind[];
export const REMEDIES = [...new Set(Object.values(FINDING_REMEDIES).flat())] as readonly Remedy[];

const LEAD_TYPE = 1;
const PROSPECT_TYPE = 2;
const OPTED_OUT = 'do_not_contact';

/** Our state behind the status of a ticket; null for a status that only the PSA knows. */
export type ShownState = { readonly kind: RecordKind; readonly status: Status } | null;

/** What our records hold of a ticket. */
export interface ReconciledRecord {
  readonly status: LeadStatus;
  /** Null for a lead that is no prospect. */
  readonly prospectStatus: ProspectStatus | null;
  /** The last move that people made against the lifecycle, which the record knows of and did not follow. */
  readonly irregular: {
    /** What the record stood at, and has left if it was asked to follow, or has moved on since. */
    readonly from: string;
    readonly psaStatusId: number;
    readonly psaTickettypeId: number;
  } | null;
  /** Whether the record has changed since the ticket was observed: what differs then says nothing. */
  readonly isNewer: boolean;
}

/** A ticket as the PSA showed it, beside what is known of it here. */
export interface ComparedTicket {
  readonly ticket: TicketSnapshot;
  readonly state: ShownState;
  readonly record: ReconciledRecord | null;
  /** Whether another lead ticket has its key. */
  readonly isDuplicate: boolean;
  /** Whether the person is on the ledger. Asked of tickets that show an opt-out alone. */
  readonly isOnLedger: boolean;
}

/** Whether a ticket says that its person does not want to be contacted: by CF_105, or by its status. */
export function showsOptOut(
  { customFields, doNotContact }: Pick<TicketSnapshot, 'customFields' | 'doNotContact'>,
  state: ShownState,
): boolean {
  const flag = parseFlag(customFields[DO_NOT_CONTACT_FIELD] ?? null) ?? doNotContact ?? false;
  return flag || state?.status === OPTED_OUT;
}

/** What is wrong with a ticket of the PSA, the weightiest first; null where it and our records agree. */
export function findingOfTicket(compared: ComparedTicket): FindingKind | null {
  const { ticket, state, record, isDuplicate, isOnLedger } = compared;
  if (isDuplicate) return 'duplicate_ticket';
  if (showsOptOut(ticket, state) && !isOnLedger) return 'opt_out_missing';
  if (record === null) return ticket.tickettypeId === LEAD_TYPE ? 'unknown_ticket' : null;
  if (record.isNewer || isKnownIrregular(ticket, record)) return null;
  if (hasOtherType(ticket, state, record)) return 'type_drift';
  return hasOtherStatus(ticket, state, record) ? 'status_drift' : null;
}

/** What is to be said of a record whose ticket the PSA does not show any more. One that was taken back needs none. */
export function findingOfMissing({ status, isNewer }: ReconciledRecord): FindingKind | null {
  return status === UNDONE || isNewer ? null : 'missing_ticket';
}

/** The remedies of a finding. A prospect is never created anew by an import, so its ticket is not to be forgotten. */
export function remediesOf(
  kind: FindingKind,
  record: Pick<ReconciledRecord, 'prospectStatus'> | null,
): readonly Remedy[] {
  const remedies: readonly Remedy[] = FINDING_REMEDIES[kind];
  return kind === 'missing_ticket' && (record?.prospectStatus ?? null) !== null
    ? remedies.filter((remedy) => remedy !== 'forget')
    : remedies;
}

/** A ticket may come to the same status twice: known is only what the record stays behind of. */
function isKnownIrregular(
  { statusId, tickettypeId }: TicketSnapshot,
  { irregular, status, prospectStatus }: ReconciledRecord,
): boolean {
  return (
    irregular?.psaStatusId === statusId &&
    irregular.psaTickettypeId === tickettypeId &&
    irregular.from === (prospectStatus ?? status)
  );
}

/** A PSA may ignore the type that we write: a prospect's ticket that is still a lead's says nothing unless its status does too. */
function hasOtherType(
  { tickettypeId }: TicketSnapshot,
  state: ShownState,
  { prospectStatus }: ReconciledRecord,
): boolean {
  return prospectStatus === null
    ? tickettypeId !== LEAD_TYPE
    : tickettypeId !== PROSPECT_TYPE && (tickettypeId !== LEAD_TYPE || state?.kind === 'lead');
}

function hasOtherStatus(
  { tickettypeId }: TicketSnapshot,
  state: ShownState,
  { status, prospectStatus }: ReconciledRecord,
): boolean {
  if (state === null) return false;
  if (prospectStatus === null) {
    return state.status !== (status === UNDONE ? UNDONE_SHOWS : status);
  }
  // People who make a prospect of a lead may change no more than its type.
  const isTypeAlone =
    tickettypeId === PROSPECT_TYPE && prospectStatus === INITIAL_STATUS.prospect && state.status === status;
  return state.status !== prospectStatus && !isTypeAlone;
}
