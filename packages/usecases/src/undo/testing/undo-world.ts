import type { LeadStatus, SourceData, TicketSnapshot } from '@leadbridge/domain';
import { isoTime } from '@leadbridge/platform';

import { rowState } from '../../import/testing/import-rows.js';
import type { BeforeUpdate } from '../../ports/import-store.js';
import { defaultSettings } from '../../ports/settings.js';
import type { ImportedRow, LaterRow, UndoLead } from '../../ports/undo-store.js';
import { createPsaCaches } from '../../psa/psa-caches.js';
import { createStatusIds } from '../../psa/status-ids.js';
import { createManualClock } from '../../testing/manual-clock.js';
import { createMemoryJobs, type MemoryJobGiven } from '../../testing/memory-jobs.js';
import { createMemoryPsa, type MemoryPsaOptions } from '../../testing/memory-psa.js';
import { integrationUser } from '../../testing/psa-entities.js';
import { jobRecordOf, readJob } from '../../work/read-job.js';
import { createBatchWidth } from '../../work/batch-width.js';
import { createRunMeter } from '../../work/run-meter.js';
import { createTrialLane } from '../../work/trials.js';
import { createListedTickets } from '../listed-tickets.js';
import { fullWidth, runUndo } from '../run-undo.js';
import { createTicketReading } from '../ticket-reading.js';
import type { UndoContext, UndoDependencies, UndoRun, UndoWork } from '../undo-work.js';
import { createMemoryUndoStore } from './memory-undo-store.js';

/** When the import under test recorded its rows. */
export const decidedAt = '2026-01-31T08:30:00.000Z';
export const importedBy = 'job_import';
/** The status in the memory PSA for tickets of undone imports. */
export const invalidStatusId = 90;

/** The data that a source has sent about the person of all rows. */
export function sourceData(changes: Partial<SourceData> = {}): SourceData {
  return { kind: 'flat', lead: rowState().lead, receivedAt: decidedAt, jobId: importedBy, ...changes };
}

/** A lead as the import left it, with the ticket of its row. */
export function undoLead(index: number, changes: Partial<UndoLead> = {}): UndoLead {
  return {
    leadId: 10 + index,
    key: `email:alex${index}@example.com`,
    psaTicketId: 300 + index,
    psaUserId: 200 + index,
    status: 'new_lead' satisfies LeadStatus,
    createdSource: 'csv',
    lead: rowState().lead,
    sources: { csv: sourceData() },
    doNotContact: false,
    prospectId: null,
    statusAt: decidedAt,
    irregular: null,
    calledAt: null,
    ...changes,
  };
}

function importedRow(index: number, result: 'created' | 'updated' | 'skipped' | 'preserved'): ImportedRow {
  return {
    index,
    outcome: {
      ...{ status: 'succeeded', result, leadId: 10 + index, psaTicketId: 300 + index, qualityScore: 50 },
      ...{ warnings: [], actionsTaken: [] },
    },
    intent: null,
    fence: 1,
    decidedAt,
    undoneBy: null,
  };
}

/** A row that created its lead. */
export function createdRow(index: number, changes: Partial<ImportedRow> = {}): ImportedRow {
  return { ...importedRow(index, 'created'), ...changes };
}

export const foundBefore: BeforeUpdate = {
  statusId: 1,
  lastUpdatedBy: integrationUser.id,
  customFields: { 106: 'Before' },
  source: null,
};

/** The changes of an update, as saved in its intent. */
export function updateIntent(changes: object = {}) {
  return {
    ...{ kind: 'update' as const, at: decidedAt, ticketId: 300, customFields: { 106: 'After' }, contact: {} },
    ...{ fieldsUpdated: ['CF_106'], fieldsPreserved: [], manualWorkDetected: false, note: '' },
    before: foundBefore,
    ...changes,
  };
}

/** A row that updated an existing ticket: CF_106. */
export function updatedRow(index: number, changes: Partial<ImportedRow> = {}): ImportedRow {
  return { ...importedRow(index, 'updated'), intent: updateIntent({ ticketId: 300 + index }), ...changes };
}

export function laterImport(index: number, changes: Partial<LaterRow> = {}): LaterRow {
  return {
    ...{ rowId: `job_later#${index}`, jobId: 'job_later', leadId: 10 + index, psaTicketId: 300 + index },
    ...{ fence: 2, source: 'provider_a', manualWorkDetected: false, isUndone: false, before: null },
    ...changes,
  };
}

export interface UndoWorldOptions extends MemoryPsaOptions {
  readonly dryRun?: boolean;
  /** False for a PSA without a status for undone imports. */
  readonly hasStatus?: boolean;
  /** False for a PSA that does not delete tickets. */
  readonly deletes?: boolean;
  readonly isStopping?: () => boolean;
}

/** Undos with in-memory ports. */
export function createUndoWorld({
  dryRun = false,
  hasStatus = true,
  deletes = false,
  isStopping = () => false,
  ...options
}: UndoWorldOptions = {}) {
  const clock = createManualClock();
  const psa = createMemoryPsa(options);
  const held = createMemoryUndoStore();
  const jobs = createMemoryJobs(held);
  const caches = createPsaCaches(clock.now);
  const trials = createTrialLane(clock);
  if (hasStatus) {
    psa.statuses.push({ id: invalidStatusId, name: 'Invalid Data' });
  }
  const deps: UndoDependencies = {
    psa: {
      session(context) {
        const session = psa.session(context);
        return deletes ? session : { ...session, deleteTicket: async () => false };
      },
    },
    store: held.store,
    ...{ runs: jobs.runs, importJobs: jobs.importJobs, trials, caches, clock, isStopping },
    statusIds: createStatusIds(() => defaultSettings('US'), clock.now),
    settings: () => ({ integrationUser }),
  };

  /** Adds a row with its lead and its ticket; null for a ticket that the PSA has lost. */
  function put(
    row: ImportedRow,
    lead: Partial<UndoLead> = {},
    ticket: Partial<TicketSnapshot> | null = {},
  ): void {
    const { index } = row;
    held.imported.set(index, row);
    held.leads.set(10 + index, undoLead(index, lead));
    if (ticket !== null) {
      psa.addTicket({ id: 300 + index, userId: 200 + index, ...ticket });
      psa.addUser({ id: 200 + index, phonenumber: '+15550100' });
    }
  }

  function addJob(given: MemoryJobGiven = {}): string {
    const input = { parent_job_id: importedBy, source: 'csv', dry_run: dryRun };
    const rows = [...held.imported.keys()].map(() => ({ data: null }));
    return jobs.add('undo_import', input, { rows, actor: { id: 'user_1', name: 'Robin' }, ...given });
  }

  return {
    ...{ ...held, clock, psa, jobs, deps, trials, caches, addJob },
    putCreated: (index: number, lead?: Partial<UndoLead>, ticket?: Partial<TicketSnapshot> | null) => {
      put(createdRow(index), lead, ticket);
    },
    putUpdated: (index: number, lead?: Partial<UndoLead>, ticket?: Partial<TicketSnapshot> | null) => {
      put(updatedRow(index), lead, ticket === null ? null : { customFields: { 106: 'After' }, ...ticket });
    },
    put,
    undo: async (jobId: string, lastAttempt = false) => runUndo(deps, { jobId, lastAttempt }),

    /** The results of a job's rows. */
    outcomesOf: (jobId: string): readonly (string | null)[] =>
      [...held.imported.keys()].map((index) => {
        const outcome = held.outcomes.get(`${jobId}#${index}`);
        return outcome === undefined ? null : outcome.status === 'succeeded' ? outcome.result : outcome.code;
      }),

    /** An undo that has begun. */
    async begin(given: MemoryJobGiven = {}): Promise<UndoRun> {
      const jobId = addJob(given);
      const [record] = await deps.runs.begin([jobId], isoTime(clock.now()));
      if (record === undefined) {
        throw new Error(`The job ${jobId} has ended`);
      }
      return {
        ...{ job: readJob(jobRecordOf('undo_import', record)), run: record.run },
        meter: createRunMeter(deps.psa, clock.now, undefined),
        width: createBatchWidth({}, fullWidth),
        ...{ tickets: createTicketReading(), lists: createListedTickets(held.store, importedBy) },
        ...{ faults: new Map(), rowsToTry: 0 },
      };
    },
    contextOf: (run: UndoRun, given: Partial<UndoContext> = {}): UndoContext => ({
      ...deps,
      ...{ run, fence: 5, session: deps.psa.session({ priority: 'bulk' }) },
      assertHeld: async () => undefined,
      closedStatusId: hasStatus ? invalidStatusId : null,
      ...given,
    }),
    /** The initial state of a row in a batch. */
    work: (index: number, given: Partial<UndoWork> = {}): UndoWork => ({
      ...{ index, imported: held.imported.get(index) ?? null, lead: held.leads.get(10 + index) ?? null },
      ...{ intent: null, ticket: psa.tickets.get(300 + index) ?? null, plan: null },
      ...{ isDeleted: false, outcome: null, fault: null },
      ...given,
    }),
  };
}
