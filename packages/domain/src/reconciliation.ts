import { DO_NOT_CONTACT_FIELD } from './custom-fields.js';
import { parseFlag } from './flag.js';
import { INITIAL_STATUS, UNDONE, UNDONE_SHOWS } from './lifecycle.js';
import type { LeadStatus, ProspectStatus, RecordKind, Status } from './lifecycle.js';
import type { TicketSnapshot } from './model.js';

/** The differences between PSA and records, with the remedies of each; none if only people can help. */
export const FINDING_REMEDIES = {
  /** Two or more lead tickets of one person. */
  duplicate_ticket: [],
  /** Contacts with the same email. */
  duplicate_contact: [],
  /** Clients with the same company key. */
  duplicate_client: ['alias'],
  /** The ticket of a record no longer exists. */
  missing_ticket: ['forget', 'keep'],
  /** A lead ticket without a record. */
  unknown_ticket: ['adopt'],
  /** All unknown lead tickets that are older than the first ticket of the service, as one finding. */
  unknown_before_first_import: ['adopt'],
  /** The ticket's status was changed without a notification. */
  status_drift: ['follow'],
  type_drift: ['follow'],
  /** The PSA shows an opt-out that the ledger lacks. */
  opt_out_missing: ['opt_out'],
  /** The ledger has an opt-out that the ticket does not show. */
  opt_out_unmarked: ['mark'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type FindingKind = keyof typeof FINDING_REMEDIES;
export type Remedy = (typeof FINDING_REMEDIES)[FindingKind][number];

export const FINDING_KINDS = Object.keys(FINDING_REMEDIES) as readonly FindingKind[];
export const REMEDIES = [...new Set(Object.values(FINDING_REMEDIES).flat())] as readonly Remedy[];

const LEAD_TYPE = 1;
const PROSPECT_TYPE = 2;
const OPTED_OUT = 'do_not_contact';

/** Our state for the status of a ticket; null for a status that only the PSA knows. */
export type ShownState = { readonly kind: RecordKind; readonly status: Status } | null;

export interface ReconciledRecord {
  readonly status: LeadStatus;
  /** Null for a lead that is not a prospect. */
  readonly prospectStatus: ProspectStatus | null;
  /** The last transition of people against the lifecycle, which the record did not follow. */
  readonly irregular: {
    /** The record's state then: it has left it if it was asked to follow, or has changed since. */
    readonly from: string;
    readonly psaStatusId: number;
    readonly psaTickettypeId: number;
  } | null;
  /** Whether the record has changed since the ticket was observed; differences then mean nothing. */
  readonly isNewer: boolean;
}

export interface ComparedTicket {
  readonly ticket: TicketSnapshot;
  readonly state: ShownState;
  readonly record: ReconciledRecord | null;
  /** Whether another lead ticket has the same key. */
  readonly isDuplicate: boolean;
  /** Whether the person is on the ledger. Only looked up for tickets that show an opt-out. */
  readonly isOnLedger: boolean;
}

/** Whether CF_105 or the status of a ticket says that its person does not want to be contacted. */
export function showsOptOut(ticket: FlaggedTicket, state: ShownState): boolean {
  return isFlaggedOptOut(ticket) || state?.status === OPTED_OUT;
}

type FlaggedTicket = Pick<TicketSnapshot, 'customFields' | 'doNotContact'>;

/** Whether CF_105 of a ticket is set. */
export function isFlaggedOptOut({ customFields, doNotContact }: FlaggedTicket): boolean {
  return parseFlag(customFields[DO_NOT_CONTACT_FIELD] ?? null) ?? doNotContact ?? false;
}

/** Whether a ticket, as a list shows it, leaves open whether CF_105 is set. */
export function isSilentOnOptOut({
  lacksCustomFields,
  doNotContact,
}: Pick<TicketSnapshot, 'lacksCustomFields' | 'doNotContact'>): boolean {
  return lacksCustomFields === true && doNotContact === undefined;
}

/** The most important finding for a ticket of the PSA; null if it and our records agree. */
export function findingOfTicket(compared: ComparedTicket): FindingKind | null {
  const { ticket, state, record, isDuplicate, isOnLedger } = compared;
  if (isDuplicate) return 'duplicate_ticket';
  if (showsOptOut(ticket, state) && !isOnLedger) return 'opt_out_missing';
  if (record === null) return ticket.tickettypeId === LEAD_TYPE ? 'unknown_ticket' : null;
  if (record.isNewer || isKnownIrregular(ticket, record)) return null;
  if (hasOtherType(ticket, state, record)) return 'type_drift';
  return hasOtherStatus(ticket, state, record) ? 'status_drift' : null;
}

/** The finding for a record whose ticket the PSA no longer shows. A lead that was undone needs none. */
export function findingOfMissing({ status, isNewer }: ReconciledRecord): FindingKind | null {
  return status === UNDONE || isNewer ? null : 'missing_ticket';
}

/** The remedies of a finding. An import never creates a prospect again, so its ticket cannot be forgotten. */
export function remediesOf(
  kind: FindingKind,
  record: Pick<ReconciledRecord, 'prospectStatus'> | null,
): readonly Remedy[] {
  const remedies: readonly Remedy[] = FINDING_REMEDIES[kind];
  return kind === 'missing_ticket' && (record?.prospectStatus ?? null) !== null
    ? remedies.filter((remedy) => remedy !== 'forget')
    : remedies;
}

/** A ticket may get the same status twice: only a jump that the record still has not followed is known. */
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

/**
 * A PSA may ignore the type that we write: the ticket of a prospect with the type of a lead is only a finding
 * if its status is a lead's too.
 */
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
  // People who turn a lead into a prospect may change only its type.
  const isTypeAlone =
    tickettypeId === PROSPECT_TYPE && prospectStatus === INITIAL_STATUS.prospect && state.status === status;
  return state.status !== prospectStatus && !isTypeAlone;
}

/** The entities that a finding of duplicates is about, by its details. */
export function duplicatesIn({ entries }: Readonly<Record<string, unknown>>): readonly number[] {
  return Array.isArray(entries)
    ? entries.flatMap((entry: unknown) =>
        typeof entry === 'object' && entry !== null && 'id' in entry && typeof entry.id === 'number'
          ? [entry.id]
          : [],
      )
    : [];
}
