import { StaleClaimError, type ImportIntent } from '../../ports/import-store.js';
import type { NewErrorLogEntry } from '../../ports/error-log-entry.js';
import type { FailedOutcome, UndoOutcome } from '../../ports/row-outcome.js';
import type {
  ImportedRow,
  LaterRow,
  UndoIntent,
  UndoLead,
  UndoRecord,
  UndoStore,
} from '../../ports/undo-store.js';
import { createMemoryClaims, refText } from '../../testing/memory-import-store.js';

/**
 * The records of imports, and their undos, in memory. An undone row is undone for the next undo too; rows
 * that another worker has recorded are refused, as specified by the port.
 */
export function createMemoryUndoStore() {
  const claims = createMemoryClaims();
  const imported = new Map<number, ImportedRow>();
  const leads = new Map<number, UndoLead>();
  const imports: LaterRow[] = [];
  const listed = new Map<number, Map<number, number | null>>();
  const outcomes = new Map<string, UndoOutcome | FailedOutcome>();
  const undoIntents = new Map<string, UndoIntent>();
  const records: UndoRecord[] = [];
  const errorLog: NewErrorLogEntry[] = [];
  const endedJobs = new Set<string>();
  /**
   * Whether another worker records first from now on, and whether intents are refused, as for a job that is
   * to be cancelled.
   */
  const race = { isLost: false, isCancelled: false };

  const outcomeOf = (jobId: string, index: number) => outcomes.get(refText({ jobId, index }));

  async function changeIntents(
    jobId: string,
    indexes: readonly number[],
    change: Partial<UndoIntent>,
  ): Promise<void> {
    for (const index of indexes) {
      const key = refText({ jobId, index });
      const intent = undoIntents.get(key);
      if (intent !== undefined) {
        undoIntents.set(key, { ...intent, ...change });
      }
    }
  }

  function apply({ jobId, isDryRun, rows, leads: changed, at }: UndoRecord): void {
    for (const { index, outcome } of rows) {
      outcomes.set(refText({ jobId, index }), outcome);
      const row = imported.get(index);
      if (row !== undefined && !isDryRun && outcome.status === 'succeeded' && outcome.result === 'undone') {
        imported.set(index, { ...row, undoneBy: jobId });
      }
    }
    for (const { leadId, move, sources, merged } of changed) {
      const lead = leads.get(leadId);
      if (lead !== undefined) {
        const state = move === undefined ? {} : { status: move.to, statusAt: at };
        leads.set(leadId, { ...lead, ...state, sources, lead: merged?.lead ?? lead.lead });
      }
    }
  }

  const store: UndoStore = {
    claim: claims.claim,
    renewClaims: claims.renewClaims,
    releaseClaims: claims.releaseClaims,
    async saveErrorLogEntries(entries) {
      errorLog.push(...entries);
    },
    pendingRows: async (jobId, from, limit) =>
      [...imported.keys()]
        .filter((index) => index >= from && outcomeOf(jobId, index) === undefined)
        .sort((one, other) => one - other)
        .slice(0, limit)
        .map((index) => ({
          index,
          row: index + 1,
          intent: undoIntents.get(refText({ jobId, index })) ?? null,
        })),
    importedRows: async (_jobId, indexes) =>
      new Map([...imported].filter(([index]) => indexes.includes(index))),
    leads: async (ids) => new Map([...leads].filter(([id]) => ids.includes(id))),
    importsOf: async (of) =>
      imports.filter((row) =>
        of.some(
          ({ leadId, psaTicketId }) =>
            row.leadId === leadId || (psaTicketId !== null && row.psaTicketId === psaTicketId),
        ),
      ),
    listedTickets: async () => listed,
    markOffLists: async (jobId, indexes) => changeIntents(jobId, indexes, { isOffLists: true }),
    expectNotes: async (jobId, indexes) => changeIntents(jobId, indexes, { mayHaveNote: true }),
    async saveIntents(jobId, intents) {
      if (race.isCancelled || endedJobs.has(jobId)) {
        throw new StaleClaimError('The undo has ended');
      }
      intents.forEach(({ index, intent }) => undoIntents.set(refText({ jobId, index }), intent));
    },
    async record(record) {
      const isRecorded = record.rows.some(({ index }) => outcomeOf(record.jobId, index) !== undefined);
      if (race.isLost || isRecorded || endedJobs.has(record.jobId)) {
        throw new StaleClaimError('Another worker has recorded this work');
      }
      records.push(record);
      errorLog.push(...record.errorLogEntries);
      apply(record);
    },
    async counts(jobId) {
      const results = [...imported.keys()].map((index) => {
        const outcome = outcomeOf(jobId, index);
        return outcome?.status === 'succeeded' ? outcome.result : null;
      });
      const count = (of: UndoOutcome['result']): number => results.filter((result) => result === of).length;
      return {
        undone: count('undone'),
        kept: count('kept'),
        nothingToUndo: count('nothing_to_undo'),
      };
    },
  };

  return {
    ...{ store, imported, leads, imports, listed, outcomes, undoIntents, records, errorLog, endedJobs, race },
    ...{ intents: new Map<string, ImportIntent>(), holders: claims.holders, unsettled: claims.unsettled },
  };
}
