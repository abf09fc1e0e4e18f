import type { BatchResult, ImportBatch, ImportDependencies, StageContext } from './batch.js';
import { keepClaims } from './keep-claims.js';
import { startWork, type CleanRow } from './row-work.js';
import { cleanRows } from './stages/clean.js';
import { createClientsAndSites } from './stages/companies.js';
import { decide } from './stages/decide.js';
import { addPlannedListItems, sendListItems } from './stages/lists.js';
import { postNotes } from './stages/notes.js';
import { recogniseContacts, recogniseTickets } from './stages/recognise.js';
import { recordBatch } from './stages/record.js';
import { createTickets } from './stages/tickets.js';
import { updateTickets } from './stages/updates.js';
import { createUsers } from './stages/users.js';
import { writeIntents } from './stages/intents.js';

/** Milliseconds; a killed worker's keys are free again before its job comes back. */
const claimLength = 8_000;

/**
 * Imports a batch of rows: the one engine for a single lead and for ten thousand (specification, "Processing rules").
 *
 * The stages stand in the order of the work, each with as few requests to the PSA as its rows allow. Everything can be run again
 * after a crash at any moment: what was about to be done is written down before the first write, every create is looked up before it is
 * repeated, and outcomes are recorded once.
 *
 * @throws PsaBudgetError when the work must wait for the PSA's budget; undecided rows stay pending
 * @throws PsaUnavailableError, PsaRefusedError when the PSA fails as a whole
 * @throws StaleClaimError when another worker has taken over; it is to be read again what is left to do
 */
export async function importBatch(deps: ImportDependencies, batch: ImportBatch): Promise<BatchResult> {
  const cleaned = cleanRows(batch.rows, deps.settings(), batch.cleaning);
  const claims = await deps.store.claim(
    cleaned.valid.map((row) => row.recordKey),
    claimLength,
  );
  const keeper = keepClaims(deps.store, claims, claimLength);
  const isHeld = (row: CleanRow): boolean => claims.held.has(row.recordKey);
  const rows = cleaned.valid.filter(isHeld).map(startWork);
  const jobIds = [...new Set(rows.map(({ row }) => row.ref.jobId))];
  const context: StageContext = {
    ...deps,
    claims,
    batch,
    session: deps.psa.session({ priority: batch.priority, beforeWrite: keeper.assertHeld }),
  };
  try {
    await recogniseTickets(rows, context);
    decide(rows, context);
    await recogniseContacts(rows, context);
    await writeIntents(rows, context);
    await createClientsAndSites(rows, context);
    await createUsers(rows, context);
    await createTickets(rows, context);
    await updateTickets(rows, context);
    await postNotes(rows, context);
    await keeper.assertHeld();
    await recordBatch(rows, cleaned.rejected, context);
    if (batch.flushLists) {
      await sendListItems(context, jobIds, true);
    }
  } finally {
    keeper.stop();
    await deps.store.releaseClaims(claims);
  }
  if (!batch.flushLists) {
    await addPlannedListItems(deps, { jobIds, priority: batch.priority, everything: false });
  }
  return {
    decided: [
      ...cleaned.rejected,
      ...rows.flatMap(({ row, outcome }) => (outcome === null ? [] : [{ row, outcome }])),
    ],
    deferred: [...cleaned.repeated, ...cleaned.valid.filter((row) => !isHeld(row)).map(({ row }) => row)],
    faulty: rows.flatMap(({ row, fault }) => (fault === null ? [] : [{ row, fault }])),
  };
}
