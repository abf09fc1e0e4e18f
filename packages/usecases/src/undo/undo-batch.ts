import { isoTime } from '@leadbridge/platform';
import pMap from 'p-map';

import { jobCatalogue } from '@leadbridge/contracts';
import { UNDONE_SHOWS } from '@leadbridge/domain';

import { isRefusalOfOne } from '../ports/psa-errors.js';
import type { LaterRow, PendingUndo, UndoLead } from '../ports/undo-store.js';
import { faultOf } from '../work/job-fault.js';
import { settleInherited } from '../work/settle-inherited.js';
import { withClaims } from '../work/with-claims.js';
import { concurrentReads } from '../psa/concurrent-reads.js';
import { decideUndo, readUndoable } from './decide-undo.js';
import { recordUndo } from './record-undo.js';
import type { UndoContext, UndoDependencies, UndoRun, UndoWork } from './undo-work.js';
import { writeUndo } from './write-undo.js';

export interface UndoBatch {
  readonly rows: readonly PendingUndo[];
  /** How many more rows wait after this batch. */
  readonly upcoming: number;
}

export interface UndoBatchResult {
  /** Rows with an outcome, recorded. */
  readonly decided: number;
  /** Rows that failed in a possibly transient way; nothing is recorded about them. */
  readonly faulty: readonly { readonly index: number; readonly fault: Error }[];
}

/**
 * Undoes a batch of rows. Each lead is claimed by its key, as in imports, and by its id, as in lifecycle
 * transitions. Rows whose lead is claimed by other work are retried later. Everything can be repeated after a
 * crash at any moment.
 *
 * @throws PsaBudgetError, PsaUnavailableError, StaleClaimError as an import does
 */
export async function undoBatch(
  deps: UndoDependencies,
  run: UndoRun,
  batch: UndoBatch,
): Promise<UndoBatchResult> {
  const { store } = deps;
  const { input } = run.job;
  const imported = await store.importedRows(
    input.parent_job_id,
    batch.rows.map(({ index }) => index),
  );
  const leadIds = [...imported.values()].flatMap(({ outcome }) =>
    outcome?.status === 'succeeded' ? (outcome.leadId ?? []) : [],
  );
  const keys = new Map([...(await store.leads(leadIds)).values()].map((lead) => [lead.leadId, keysOf(lead)]));
  const unsettled = new Set<string>();
  return await withClaims(store, {
    keys: [...keys.values()].flat(),
    run: async (claims, assertHeld) => {
      // Read under the claims, so that no other work can change them.
      const leads = await store.leads(leadIds);
      const isHeld = ({ index }: PendingUndo): boolean => {
        const outcome = imported.get(index)?.outcome;
        const leadId = outcome?.status === 'succeeded' ? outcome.leadId : null;
        return (keys.get(leadId ?? 0) ?? []).every((key) => claims.held.has(key));
      };
      const works = batch.rows.filter(isHeld).map(({ index, intent }): UndoWork => {
        const row = imported.get(index) ?? null;
        const leadId = row?.outcome?.status === 'succeeded' ? row.outcome.leadId : null;
        return {
          ...{ index, intent, imported: row, lead: leads.get(leadId ?? 0) ?? null },
          ...{ ticket: null, plan: null, isDeleted: false, outcome: null, fault: null },
        };
      });
      const session = deps.psa.session({
        priority: jobCatalogue.undo_import.priority,
        beforeWrite: assertHeld,
        waitsForWindows: run.lists.isRead,
      });
      await settleInherited(claims, session);
      const closedStatusId = await deps.statusIds.idOf(session, UNDONE_SHOWS);
      const context = { ...deps, run, session, fence: claims.fence, assertHeld, closedStatusId };
      works.forEach(({ lead, intent }) => {
        if (intent !== null && lead !== null) {
          unsettled.add(lead.key);
        }
      });
      await undoClaimed(works, batch.upcoming, unsettled, context);
      return {
        decided: works.filter(({ outcome }) => outcome !== null).length,
        faulty: works.flatMap(({ index, fault }) => (fault === null ? [] : [{ index, fault }])),
      };
    },
    unsettled: () => [...unsettled],
  });
}

function keysOf({ key, leadId }: UndoLead): string[] {
  return [key, `lead:${leadId}`];
}

async function undoClaimed(
  works: readonly UndoWork[],
  upcoming: number,
  unsettled: Set<string>,
  context: UndoContext,
): Promise<void> {
  const { run, store, clock } = context;
  const imports = await decideRows(works, upcoming, context);
  const planned = works.filter(({ plan }) => plan !== null);
  if (run.job.input.dry_run) {
    await recordUndo(works, imports, [], context);
    return;
  }
  const at = isoTime(clock.now());
  const { closedStatusId } = context;
  await store.saveIntents(
    run.job.jobId,
    planned.flatMap(({ index, intent }) =>
      intent === null ? [{ index, intent: { at, closedStatusId, mayHaveNote: false } }] : [],
    ),
  );
  planned.forEach(({ lead }) => unsettled.add(lead?.key ?? ''));
  const errorLogEntries = await writeUndo(planned, context);
  await context.assertHeld();
  await recordUndo(works, imports, errorLogEntries, context);
  works.forEach(({ lead, outcome }) => outcome !== null && unsettled.delete(lead?.key ?? ''));
}

async function decideRows(
  works: readonly UndoWork[],
  upcoming: number,
  context: UndoContext,
): Promise<readonly LaterRow[]> {
  const { run, session, store } = context;
  const parentJobId = run.job.input.parent_job_id;
  const rows = works.flatMap((work) => {
    const row = readUndoable(work);
    if ('status' in row) {
      work.outcome = row;
      return [];
    }
    return [{ work, row }];
  });
  const leads = rows.map(({ row }) => row.lead);
  const imports = leads.length === 0 ? [] : await store.importsOf(leads);
  const { found, refused } = await run.tickets.read(
    session,
    leads.flatMap(({ psaTicketId }) => psaTicketId ?? []),
    upcoming,
  );
  await pMap(
    rows,
    async ({ work, row }) => {
      const ticketId = row.lead.psaTicketId ?? 0;
      const refusal = refused.get(ticketId);
      if (refusal !== undefined) {
        work.outcome = faultOf(refusal);
        return;
      }
      const ticket = found.get(ticketId) ?? null;
      const changesContact = Object.keys(row.written?.contact ?? {}).length > 0;
      try {
        const userId = changesContact ? (ticket?.userId ?? null) : null;
        const contact = userId === null ? null : await session.getUser(userId);
        const decision = decideUndo(row, { ticket, contact, imports, parentJobId }, work, context);
        work.ticket = ticket;
        if (decision.kind === 'plan') {
          work.plan = decision.plan;
        } else {
          work.outcome = decision.outcome;
        }
      } catch (error) {
        if (!isRefusalOfOne(error)) {
          throw error;
        }
        work.outcome = faultOf(error);
      }
    },
    { concurrency: concurrentReads },
  );
  return imports;
}
