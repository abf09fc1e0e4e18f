import { defaultSettings } from '../../ports/settings.js';
import type { Finding, RecordOfTicket } from '../../ports/reconciliation.js';
import { createMemoryMirror } from '../../mirror/testing/memory-mirror.js';
import { createManualClock } from '../../testing/manual-clock.js';
import type { JobRecord, NewJobRow } from '../../ports/jobs.js';
import type { RowOutcome } from '../../ports/row-outcome.js';
import { createMemoryImportStore, refText } from '../../testing/memory-import-store.js';
import { createMemoryJobs } from '../../testing/memory-jobs.js';
import { createMemoryPsa, type MemoryPsaOptions } from '../../testing/memory-psa.js';
import type { RemedyDependencies } from '../dependencies.js';

/** The job that applies the remedies of these tests. */
export const remedyJobId = 'job_r1';

export function findingOf(psaTicketId: number | null, changes: Partial<Finding> = {}): Finding {
  return {
    findingId: `fnd_${psaTicketId}`,
    kind: 'status_drift',
    subject: `ticket:${psaTicketId}`,
    psaTicketId,
    leadId: 12,
    details: {},
    remedies: [],
    ticketIds: [],
    resolution: null,
    error: null,
    ...changes,
  };
}

/** What the remedies of findings need, with in-memory ports. */
export function createReconciliationWorld(options: MemoryPsaOptions = {}) {
  const clock = createManualClock();
  const psa = createMemoryPsa(options);
  const store = createMemoryImportStore();
  const jobs = createMemoryJobs(store);
  const { enqueued } = jobs;
  const pending: Finding[] = [];
  /** By finding, the error with which its remedy ended; null if it was applied. */
  const settled = new Map<string, string | null>();
  const imports = new Map<string, Required<Pick<Finding, 'importIds' | 'ticketsLeft'>>>();
  const kept: string[] = [];
  const mirrorStore = createMemoryMirror();
  const aliases: Parameters<RemedyDependencies['aliases']['remember']>[0][number][] = [];
  const known: RecordOfTicket[] = [];
  /** The leads by the ticket that they are linked to, and the suppressions that can be marked again. */
  const linked = new Map<number, number>();
  const suppressionIds = new Set<string>();

  const recordOf = (jobId: string): JobRecord | null => {
    const record = jobs.recordOf(jobId);
    return record === null || !store.endedJobs.has(jobId) ? record : { ...record, status: 'completed' };
  };
  /** Ends an import with these outcomes; all of its rows are recorded if none are given. */
  const endImport = (jobId: string, outcomes: readonly RowOutcome[]): void => {
    outcomes.forEach((outcome, index) => store.outcomes.set(refText({ jobId, index }), outcome));
    store.endedJobs.add(jobId);
  };

  const records: RemedyDependencies['records'] = {
    ofTickets: async (ids) => known.filter(({ psaTicketId }) => ids.includes(psaTicketId)),
    async forgetTicket(leadId, ticketId) {
      const isLinked = linked.get(ticketId) === leadId;
      linked.delete(ticketId);
      return isLinked;
    },
    markAgain: async (suppressionId) => suppressionIds.has(suppressionId),
  };
  const deps: RemedyDependencies = {
    ...{ psa, records, clock, mirrorStore },
    aliases: {
      async remember(given) {
        aliases.push(...given);
      },
    },
    reconciliations: {
      pendingOf: async (_jobId, limit, after) =>
        pending
          .filter(({ findingId }) => !settled.has(findingId) && findingId > after)
          .sort((one, other) => (one.findingId < other.findingId ? -1 : 1))
          .slice(0, limit)
          .map((finding) => ({ ...finding, ...imports.get(finding.findingId) })),
      async noteImports(findingId, importIds, ticketsLeft) {
        imports.set(findingId, { importIds: [...importIds], ticketsLeft });
      },
      async settle(findingId, error) {
        settled.set(findingId, error);
      },
      remediesOf: async () => {
        const refusals = [...settled.values()].filter((error) => error !== null);
        return {
          resolved: settled.size - refusals.length,
          failed: refusals.length,
          lastRefusal: refusals.at(-1) ?? '',
        };
      },
      async keep(kind, subject, at) {
        kept.push(`${kind} ${subject} ${at}`);
      },
    },
    jobs: {
      create: jobs.stored.create,
      async createWithRows({ jobId, type, input, actor }, given) {
        const rows: NewJobRow[] = [];
        for await (const row of given) {
          rows.push(row);
        }
        jobs.add(type, { ...input }, { jobId, actor, rows });
      },
      find: async (jobId) => recordOf(jobId),
      async *streamRows(jobId) {
        for (const { index } of jobs.rowsOf(jobId)) {
          const outcome = store.outcomes.get(refText({ jobId, index })) ?? null;
          yield {
            index,
            row: index + 1,
            status: outcome?.status ?? 'pending',
            outcome,
          };
        }
      },
    },
    queue: jobs.queue,
    settings: () => defaultSettings('US'),
  };

  return {
    ...{ clock, psa, jobs, enqueued, pending, settled, kept, known, linked, suppressionIds, deps },
    ...{ mirrorStore, aliases },
    endImport,
    /** The stored jobs that were enqueued, each once. */
    storedJobs: () => [...new Set(enqueued)].flatMap((jobId) => jobs.recordOf(jobId) ?? []),
  };
}
