import { completeBatchOptions, completeImportOptions } from '@leadbridge/contracts';
import { findSourceByLabel, LEAD_SOURCE_FIELD, namesInSummary, withContact } from '@leadbridge/domain';
import type { TicketSnapshot } from '@leadbridge/domain';
import { derivedJobId, isoTime } from '@leadbridge/platform';

import type { Job } from '../ports/jobs.js';
import { isRefusalOfOne } from '../ports/psa-errors.js';
import type { PsaSession } from '../ports/psa.js';
import { startJobs } from '../work/start-jobs.js';
import type { RemedyDependencies } from './dependencies.js';

/** The number of tickets per import. */
const ticketsAtOnce = 500;
/** The source of tickets whose CF_101 names none. */
const anySource = 'manual';

export interface AdoptedPart {
  /** The imports of the tickets that have no record; of those that no longer exist there are none. */
  readonly importIds: readonly string[];
  /** How many of the tickets are done: a further call goes on there. */
  readonly through: number;
}

interface AdoptOptions {
  readonly job: Job<'reconciliation_remedy'>;
  /** Part of the imports' job ids, so that a retry stores none twice. */
  readonly reference: string;
  readonly from: number;
}

/**
 * Creates records for tickets without one, by importing the tickets' own data: the imports find the tickets,
 * leave them unchanged, and record them as every import does. Skips tickets that have a record by now. What was
 * read before a fault is imported too: a budget may not allow to read one part at once.
 */
export async function* adoptTickets(
  deps: RemedyDependencies,
  ticketIds: readonly number[],
  { job, reference, from }: AdoptOptions,
): AsyncIterable<AdoptedPart> {
  const session = deps.psa.session({ priority: 'bulk' });
  for (let start = from; start < ticketIds.length;) {
    const part = await readPart(deps, session, ticketIds.slice(start, start + ticketsAtOnce));
    const through = start + part.count;
    const importIds: string[] = [];
    for (const [source, rows] of part.bySource) {
      const own = `${reference}/${start}-${through}/${source}`;
      importIds.push(await importRows(deps, job, { source, rows, reference: own }));
    }
    yield { importIds, through };
    if (part.fault !== null) {
      throw part.fault.error;
    }
    start = through;
  }
}

type Rows = readonly Readonly<Record<string, unknown>>[];

/** The data of tickets without a record, up to the first that cannot be read now. */
async function readPart(deps: RemedyDependencies, session: PsaSession, ticketIds: readonly number[]) {
  const known = new Set((await deps.records.ofTickets(ticketIds)).map(({ psaTicketId }) => psaTicketId));
  const bySource = new Map<string, Rows>();
  for (const [count, ticketId] of ticketIds.entries()) {
    try {
      const ticket = known.has(ticketId) ? null : await readTicket(session, ticketId);
      if (ticket !== null) {
        const source = sourceOf(ticket, deps);
        bySource.set(source, [...(bySource.get(source) ?? []), dataOf(ticket)]);
      }
    } catch (error) {
      // A refused ticket stays as it is, and the next reconciliation finds it again.
      if (!isRefusalOfOne(error)) {
        return { bySource, count, fault: { error } };
      }
    }
  }
  return { bySource, count: ticketIds.length, fault: null };
}

async function readTicket(session: PsaSession, ticketId: number): Promise<TicketSnapshot | null> {
  const ticket = await session.getTicket(ticketId);
  if (ticket === null) {
    return null;
  }
  const contact = ticket.userId === null ? null : await session.getUser(ticket.userId);
  return contact === null ? ticket : withContact(ticket, contact);
}

function sourceOf(ticket: TicketSnapshot, { settings }: RemedyDependencies): string {
  const label = ticket.customFields[LEAD_SOURCE_FIELD];
  return findSourceByLabel(settings().sources, String(label ?? ''))?.name ?? anySource;
}

/** A ticket in the flat format, which every source may send. */
function dataOf(ticket: TicketSnapshot): Readonly<Record<string, unknown>> {
  const inSummary = namesInSummary(ticket.summary);
  const isNumber = /^\+\d+$/u.test(ticket.summary.trim());
  return Object.fromEntries(
    [
      ['email', ticket.email] as const,
      ['name', ticket.userName ?? inSummary.person] as const,
      ['company', ticket.clientName ?? inSummary.company] as const,
      ['phone', isNumber ? ticket.summary.trim() : null] as const,
      ['services_offered', ticket.customFields[102]] as const,
      ['growth_signals', ticket.customFields[103]] as const,
      ['project_pipelines', ticket.customFields[104]] as const,
    ].filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}

async function importRows(
  { jobs, queue, clock }: RemedyDependencies,
  { actor, requestId }: Job<'reconciliation_remedy'>,
  {
    source,
    rows,
    reference,
  }: {
    readonly source: string;
    readonly rows: Rows;
    readonly reference: string;
  },
): Promise<string> {
  const jobId = derivedJobId(reference);
  if ((await jobs.find(jobId)) === null) {
    const job = {
      jobId,
      type: 'bulk_import' as const,
      input: {
        source,
        options: completeImportOptions({ update_existing: false, custom_fields: false }),
        batch_options: completeBatchOptions(),
      },
      ...{ requestId, actor, total: rows.length, createdAt: isoTime(clock.now()) },
      // A ticket may be older than any erasure of its person.
      dataFrom: isoTime(0),
    };
    await jobs.createWithRows(
      job,
      rows.map((data, index) => ({ index, data })),
    );
  }
  await startJobs({ queue }, [{ jobId, type: 'bulk_import' }]);
  return jobId;
}
