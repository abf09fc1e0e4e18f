import {
  findingOfMissing,
  FINDING_REMEDIES,
  isSilentOnOptOut,
  remediesOf,
  showsOptOut,
} from '@leadbridge/domain';
import type { TicketSnapshot } from '@leadbridge/domain';

import { isRefusalOfOne } from '../ports/psa-errors.js';
import type { MarkedEntry, NewFinding, RecordOfTicket } from '../ports/reconciliation.js';
import { compareTickets, type ComparedPage, type Comparison } from './compare-tickets.js';
import type { ReconciliationDependencies } from './dependencies.js';
import type { ObservedTickets } from './observed-tickets.js';

/** How many tickets are read individually. If the PSA has none of them, its lists are trusted for the rest. */
const asked = 10;

export interface RecordsComparison extends Comparison {
  readonly observed: ObservedTickets;
  /** Unix milliseconds when the round of the PSA began. */
  readonly since: number;
  readonly now: () => number;
}

type Dependencies = Pick<
  ReconciliationDependencies,
  'records' | 'store' | 'statusIds' | 'settings' | 'mirrorStore' | 'reconciliations'
>;

const nothing: ComparedPage = { findings: [], optOuts: [], oldUnknown: [] };

/**
 * Looks for the tickets of all records. A ticket missing from the PSA's lists, e.g. one of another type, is
 * read individually; once a few are confirmed missing, the lists are trusted.
 *
 * @returns the findings, and how many records were compared
 */
export async function compareRecords(
  deps: Dependencies,
  comparison: RecordsComparison,
): Promise<ComparedPage & { readonly compared: number }> {
  const { observed, since } = comparison;
  const unseen: RecordOfTicket[] = [];
  let compared = 0;
  for await (const page of deps.records.pages()) {
    const found = await observed.byIds(page.map(({ psaTicketId }) => psaTicketId));
    compared += page.length;
    const subjects = page.map(subjectOf);
    const kept = await deps.reconciliations.keptSubjects('missing_ticket', subjects);
    const [seen, gone] = [
      page.filter(({ psaTicketId }) => found.has(psaTicketId)),
      page.filter(({ psaTicketId }) => !found.has(psaTicketId)),
    ];
    await deps.reconciliations.forgetKept(
      'missing_ticket',
      seen.map(subjectOf).filter((subject) => kept.has(subject)),
    );
    unseen.push(
      ...gone.filter(
        (record) =>
          !kept.has(subjectOf(record)) &&
          findingOfMissing({ ...record, isNewer: record.changedAt >= since }) !== null,
      ),
    );
  }
  return { ...(await confirm(deps, comparison, unseen)), compared };
}

/** Reads tickets from the PSA that its lists did not show. */
async function confirm(
  deps: Dependencies,
  comparison: RecordsComparison,
  unseen: readonly RecordOfTicket[],
): Promise<ComparedPage> {
  const missing: NewFinding[] = [];
  let there: ComparedPage = nothing;
  let isListed = comparison.observed.listsAll;
  for (const [index, record] of unseen.entries()) {
    const observedAt = comparison.now();
    const isBelieved: boolean = isListed && index >= asked;
    const ticket = isBelieved ? null : await readTicket(comparison.session, record.psaTicketId);
    if (ticket === null) {
      missing.push(missingTicket(record));
    } else if (ticket !== 'refused') {
      // A ticket of another type is in no list, but a list that hides one of our types may hide others.
      isListed &&= ticket.tickettypeId > 2;
      const page = await compareTickets(deps, comparison, [{ ticket, observedAt }]);
      there = {
        findings: [...there.findings, ...page.findings],
        optOuts: [...there.optOuts, ...page.optOuts],
        oldUnknown: there.oldUnknown,
      };
    }
  }
  return { ...there, findings: [...there.findings, ...missing] };
}

/** A PSA that refuses to show one ticket must not keep all others from being compared. */
async function readTicket(
  session: RecordsComparison['session'],
  ticketId: number,
): Promise<TicketSnapshot | 'refused' | null> {
  try {
    return await session.getTicket(ticketId);
  } catch (error) {
    if (isRefusalOfOne(error)) {
      return 'refused';
    }
    throw error;
  }
}

function subjectOf({ psaTicketId }: Pick<RecordOfTicket, 'psaTicketId'>): string {
  return `ticket:${psaTicketId}`;
}

function missingTicket(record: RecordOfTicket): NewFinding {
  const { leadId, psaTicketId, status, prospectStatus } = record;
  return {
    kind: 'missing_ticket',
    subject: subjectOf(record),
    psaTicketId,
    leadId,
    details: { record_status: prospectStatus ?? status },
    remedies: remediesOf('missing_ticket', record),
    ticketIds: [],
  };
}

/** The suppressions whose tickets are not marked. Lists that do not show the flag prove nothing. */
export async function findUnmarked(
  { records, statusIds }: Dependencies,
  { observed, session, duplicates }: RecordsComparison,
): Promise<readonly NewFinding[]> {
  const findings = new Map<number, NewFinding>();
  for await (const page of records.markedEntries()) {
    const found = await observed.byIds(page.map(({ psaTicketId }) => psaTicketId));
    for (const entry of page) {
      const { ticket, observedAt } = found.get(entry.psaTicketId) ?? {};
      if (ticket === undefined || observedAt === undefined || observedAt <= entry.changedAt) {
        continue;
      }
      const state = await statusIds.stateOf(session, ticket.statusId);
      if (!isSilentOnOptOut(ticket) && !showsOptOut(ticket, state) && !duplicates.has(ticket.id)) {
        findings.set(ticket.id, unmarked(entry));
      }
    }
  }
  return [...findings.values()];
}

function unmarked({ suppressionId, psaTicketId, leadId }: MarkedEntry): NewFinding {
  return {
    kind: 'opt_out_unmarked',
    subject: `ticket:${psaTicketId}`,
    psaTicketId,
    leadId,
    details: { suppression_id: suppressionId },
    remedies: FINDING_REMEDIES.opt_out_unmarked,
    ticketIds: [],
  };
}
