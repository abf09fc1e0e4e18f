import { createObservationLog } from '../mirror/psa-mirror.js';
import { addPlannedListItems } from '../psa/fill-lists.js';
import { settleInherited } from '../work/settle-inherited.js';
import { withClaims } from '../work/with-claims.js';
import type { BatchResult, ImportBatch, ImportDependencies, StageContext } from './batch.js';
import { callsOfCreation, decideRows } from './decide/index.js';
import { planned, type CleanRow, type DecidedRow } from './import-row-state.js';
import { withLookAhead } from './look-ahead.js';
import { matchRows, readKnown } from './match/index.js';
import { forgetErased, keysOf, readRows, type ReadRows } from './read/index.js';
import { recordBatch, type ReservedIds } from './record/index.js';
import { companyClaimOf, isFailed, writeRows } from './write/index.js';

/**
 * Imports a batch of rows: the one engine for a single lead and for ten thousand (specification, "Processing
 * rules").
 *
 * The stages run in order, each with as few requests to the PSA as its rows allow. Everything can be repeated
 * after a crash at any moment: intents are saved before the first write, every create is looked up before it
 * is repeated, and outcomes are recorded once.
 *
 * @throws PsaBudgetError when the work must wait for the PSA's budget; undecided rows stay pending
 * @throws PsaUnavailableError, PsaRefusedError when the PSA fails as a whole
 * @throws StaleClaimError when another worker has taken over; read again what is left to do
 */
export async function importBatch(deps: ImportDependencies, batch: ImportBatch): Promise<BatchResult> {
  const read = await readRows(batch, deps);
  const [unsettled, underWay] = [new Set<string>(), [] as Promise<unknown>[]];
  const ahead = batch.asksAhead ? withLookAhead(deps.caches) : null;
  // A lead that comes alone claims its company with its own keys; several could wait for each other's.
  const [only, ...others] = read.valid;
  const companies = only === undefined || others.length > 0 ? [] : [companyClaimOf(only, deps, batch)];
  const result = await withClaims(deps.store, {
    keys: [...read.valid.flatMap(keysOf), ...companies],
    fence: batch.fence,
    run: async (claims, assertHeld) => {
      const session = deps.psa.session({ priority: batch.priority, beforeWrite: assertHeld });
      await settleInherited(claims, session);
      const known = await readKnown(read.valid, { store: deps.store, session });
      const observed = createObservationLog();
      const startedAt = deps.clock.now();
      try {
        return await importClaimed(read, {
          ...{ ...deps, caches: ahead ?? deps.caches, ahead, known },
          ...{ claims, batch, session, observed, startedAt, assertHeld, unsettled, underWay },
        });
      } finally {
        session.expectCalls(0);
      }
    },
    unsettled: () => [...unsettled],
    underWay: async () => Promise.all(underWay),
    whileReleased: async ({ decided }) => batch.onDecided?.(decided),
  });
  return { ...result, deferred: [...result.deferred, ...read.waiting] };
}

interface BatchContext extends StageContext {
  readonly assertHeld: () => Promise<void>;
}

async function importClaimed(read: ReadRows, context: BatchContext): Promise<BatchResult> {
  const { batch, claims, unsettled } = context;
  const stops = batch.cleaning.stopAtFirstFailure;
  const isClaimed = (row: CleanRow): boolean => keysOf(row).every((key) => claims.held.has(key));
  const claimed = stops ? takeUntil(read.valid, (row) => !isClaimed(row)) : read.valid.filter(isClaimed);
  const inherited = read.valid.filter(({ recordKey }) => claims.inherited.has(recordKey));
  inherited.forEach(({ recordKey }) => unsettled.add(recordKey));
  const rows = await decideRows(await matchRows(claimed, context), context);
  const leadIds = batch.asksAhead ? reserveAhead(rows, context) : null;
  context.session.expectCalls(batch.asksAhead ? callsOfCreation(rows, context) : 0);
  const { reached, fault } = await writeRows(rows, context);
  await context.assertHeld();
  // If an earlier row failed or has to wait, a rejected row after it is not reached either.
  const isThrough = reached.length === read.valid.length && !reached.some(isFailed);
  const rejected = await forgetErased(!stops || isThrough ? read.rejected : [], context);
  const decided = await recordBatch({ reached, rejected, leadIds }, context);
  const ended = new Set(decided.map(({ row }) => row));
  rows.filter(({ row }) => ended.has(row)).forEach(({ recordKey }) => unsettled.delete(recordKey));
  if (fault !== null) {
    throw fault;
  }
  const withOpenLists = decided.filter((each) => each.hasOpenLists).map(({ row }) => row.ref.jobId);
  if (batch.flushLists && context.dryRun === undefined && withOpenLists.length > 0) {
    await addPlannedListItems(context, {
      jobIds: withOpenLists,
      priority: batch.priority,
      everything: true,
    });
  }
  return {
    decided,
    deferred: [...read.repeated, ...read.valid.filter((row) => !isClaimed(row)).map(({ row }) => row)],
    faulty: reached.flatMap(({ row, fault: ofRow }) => (ofRow === null ? [] : [{ row, fault: ofRow }])),
  };
}

/** Reserved in parallel. The id of a lead that fails remains unused. */
function reserveAhead(rows: readonly DecidedRow[], { store }: BatchContext): ReservedIds | null {
  const count = planned(rows, 'create').filter(({ known }) => known === null).length;
  if (count === 0) {
    return null;
  }
  const first = store.reserveIds('lead', count);
  first.catch(() => undefined);
  return { first, count };
}

/** The items before the first blocking one. */
function takeUntil<T>(items: readonly T[], isBlocking: (item: T) => boolean): readonly T[] {
  const index = items.findIndex(isBlocking);
  return index < 0 ? items : items.slice(0, index);
}
