import {
  factsOfTicket,
  findingOfTicket,
  gatingKeys,
  isFlaggedOptOut,
  personKeys,
  remediesOf,
  showsOptOut,
  suppressionKeyText,
} from '@leadbridge/domain';
import type { FindingKind, ShownState, SuppressionKey, TicketSnapshot } from '@leadbridge/domain';

import type { PsaSession } from '../ports/psa.js';
import type { NewFinding, RecordOfTicket } from '../ports/reconciliation.js';
import type { ReconciliationDependencies } from './dependencies.js';
import type { ObservedTicket } from './observed-tickets.js';
import type { ShownOptOut } from './opt-out-notifications.js';
import { ticketsWithContacts } from './tickets-with-contacts.js';

/** The context shared by all tickets of one reconciliation. */
export interface Comparison {
  readonly session: PsaSession;
  /** Tickets that share a key with another ticket. */
  readonly duplicates: ReadonlySet<number>;
  /** Tickets with higher ids may belong to imports in progress. */
  readonly lastSettledTicket: number;
  /** The first ticket that the service created; earlier ones existed before. */
  readonly firstCreatedTicket: number;
}

export interface ComparedPage {
  readonly findings: readonly NewFinding[];
  /** Opt-outs without a suppression, including those of duplicates. */
  readonly optOuts: readonly ShownOptOut[];
  /** Unknown tickets that are older than the service. */
  readonly oldUnknown: readonly number[];
}

interface Row extends ObservedTicket {
  /** Several where the ticket was found for leads that no key has shown to be one. */
  readonly records: readonly RecordOfTicket[];
  readonly state: ShownState;
}

interface FoundKind {
  readonly kind: FindingKind | null;
  readonly record: RecordOfTicket | null;
}

type Dependencies = Pick<
  ReconciliationDependencies,
  'records' | 'store' | 'statusIds' | 'settings' | 'mirrorStore'
>;

export async function compareTickets(
  deps: Dependencies,
  comparison: Comparison,
  page: readonly ObservedTicket[],
): Promise<ComparedPage> {
  const rows = await rowsOf(deps, comparison, page);
  const missing = await missingOptOuts(
    deps,
    rows.filter(({ ticket, state }) => showsOptOut(ticket, state)),
  );
  const findings: NewFinding[] = [];
  const oldUnknown: number[] = [];
  for (const row of rows) {
    const { ticket } = row;
    const { kind, record } = kindOf(row, {
      isDuplicate: comparison.duplicates.has(ticket.id),
      isOnLedger: !missing.has(ticket.id),
    });
    if (kind === null || kind === 'duplicate_ticket') {
      // Each group of duplicates is a finding of its own.
    } else if (kind !== 'unknown_ticket') {
      findings.push(findingOf(kind, row, record));
    } else if (ticket.id < comparison.firstCreatedTicket) {
      oldUnknown.push(ticket.id);
    } else if (ticket.id <= comparison.lastSettledTicket) {
      findings.push(findingOf(kind, row, record));
    }
  }
  return { findings, optOuts: [...missing.values()], oldUnknown };
}

/** What the ticket shows for the first of its records that does not agree with it. */
function kindOf(
  { ticket, state, records, observedAt }: Row,
  is: { readonly isDuplicate: boolean; readonly isOnLedger: boolean },
): FoundKind {
  const found = (records.length === 0 ? [null] : records).map((record): FoundKind => {
    const compared = record === null ? null : { ...record, isNewer: record.changedAt >= observedAt };
    return { kind: findingOfTicket({ ticket, state, record: compared, ...is }), record };
  });
  return found.find(({ kind }) => kind !== null) ?? { kind: null, record: null };
}

async function rowsOf(
  { records, statusIds }: Dependencies,
  { session }: Comparison,
  page: readonly ObservedTicket[],
): Promise<readonly Row[]> {
  const found = await records.ofTickets(page.map(({ ticket }) => ticket.id));
  const byTicket = new Map<number, RecordOfTicket[]>();
  for (const record of found) {
    byTicket.set(record.psaTicketId, [...(byTicket.get(record.psaTicketId) ?? []), record]);
  }
  const rows: Row[] = [];
  for (const observed of page) {
    const state = await statusIds.stateOf(session, observed.ticket.statusId);
    rows.push({ ...observed, state, records: byTicket.get(observed.ticket.id) ?? [] });
  }
  return rows;
}

/**
 * The tickets that show an opt-out although their person has no suppression. A person who was erased still
 * has one. That of a domain is not enough: it may be removed, and the person's own opt-out stays.
 */
async function missingOptOuts(
  { store, mirrorStore, settings }: Dependencies,
  rows: readonly Row[],
): Promise<ReadonlyMap<number, ShownOptOut>> {
  const completed = await ticketsWithContacts(
    mirrorStore,
    rows.map(({ ticket }) => ticket),
  );
  const { defaultCountry } = settings();
  const withKeys = rows.map((row) => ({
    row,
    keys: keysOf(row, completed.get(row.ticket.id) ?? row.ticket, defaultCountry),
  }));
  const found = await store.findOptedOut(withKeys.flatMap(({ keys }) => keys));
  // A ticket without any data about its person can never match a suppression.
  const missing = withKeys.filter(
    ({ keys }) =>
      keys.length > 0 &&
      keys.every(
        (key) => found.get(suppressionKeyText(key))?.isOfDomain ?? !found.has(suppressionKeyText(key)),
      ),
  );
  return new Map(missing.map(({ row }) => [row.ticket.id, shownOptOut(row)]));
}

function keysOf({ records }: Row, ticket: TicketSnapshot, defaultCountry: string): readonly SuppressionKey[] {
  const ofTicket = personKeys(factsOfTicket(ticket, null, defaultCountry));
  return [...gatingKeys(ofTicket), ...records.flatMap(({ keys }) => keys)];
}

function shownOptOut({ ticket, state }: Row): ShownOptOut {
  return {
    ticketId: ticket.id,
    isFlagged: isFlaggedOptOut(ticket),
    statusId: state?.status === 'do_not_contact' ? ticket.statusId : null,
  };
}

function findingOf(kind: FindingKind, { ticket, state }: Row, record: RecordOfTicket | null): NewFinding {
  return {
    kind,
    subject: `ticket:${ticket.id}`,
    psaTicketId: ticket.id,
    leadId: record?.leadId ?? null,
    details: {
      psa_tickettype_id: ticket.tickettypeId,
      psa_status_id: ticket.statusId,
      psa_status: state?.status ?? null,
      ...(record === null ? {} : { record_status: record.prospectStatus ?? record.status }),
      ...(kind === 'opt_out_missing' ? { flag: isFlaggedOptOut(ticket) } : {}),
    },
    remedies: remediesOf(kind, record),
    ticketIds: [],
  };
}
