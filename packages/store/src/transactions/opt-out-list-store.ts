import { unfinishedJobStatuses } from '@leadbridge/contracts';
import { decideListed, distinctKeys, suppressionKeyText, type DecidedList } from '@leadbridge/domain';
import {
  StaleClaimError,
  type FailedOutcome,
  type ListedBatch,
  type ListedOutcome,
  type OptOutListStore,
  type ReadableRow,
} from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { transactDespiteCollisions } from '../duplicate-key.js';
import { jobModel } from '../job/job-model.js';
import { jobRowModel, progressOf, rowId } from '../job/job-row-model.js';
import { markLateLeads } from '../suppression/late-matches.js';
import { findOwnKeys, type LookedUpKeys } from '../suppression/suppressed-keys.js';
import type { Entry } from '../suppression/suppression-entries.js';
import { addKeys, writeOptOuts } from '../suppression/write-opt-outs.js';

export function createOptOutListStore(connection: Connection): OptOutListStore {
  const jobs = jobModel(connection);
  const rows = jobRowModel(connection);

  return {
    async take(batch) {
      const { decided, entries } = await transactDespiteCollisions(connection, async (session) => {
        const readable = batch.rows.filter((row) => 'request' in row);
        const keys = readable.map(({ request }) => request.keys);
        const blocking = new Map(await findOwnKeys(connection, keys.flat(), session));
        for (const text of keys.flat().map(suppressionKeyText)) {
          if (!blocking.has(text) && batch.remembered?.has(text) === true) {
            blocking.set(text, { suppressionId: null });
          }
        }
        const decided = decideListed(keys, blocking);
        const lookedUp = new Map(
          keys.flat().map((key) => [suppressionKeyText(key), blocking.get(suppressionKeyText(key)) ?? null]),
        );
        const entries =
          batch.remembered === null
            ? await writeEntries(connection, readable, { decided, lookedUp }, session)
            : [];
        await endRows(rows, jobs, batch, outcomesOf(readable, decided, { entries, batch }), session);
        return { decided, entries };
      });
      await markLateLeads(connection, entries);
      return decided;
    },

    async counts(jobId) {
      const groups = await rows.aggregate<{ _id: string; rows: number }>([
        { $match: { jobId, status: 'succeeded' } },
        { $group: { _id: '$result', rows: { $sum: 1 } } },
      ]);
      const of = (result: string): number => groups.find(({ _id }) => _id === result)?.rows ?? 0;
      return { added: of('added'), known: of('known') };
    },
  };
}

async function writeEntries(
  connection: Connection,
  rows: readonly ReadableRow[],
  { decided, lookedUp }: { readonly decided: DecidedList; readonly lookedUp: LookedUpKeys },
  session: ClientSession,
): Promise<readonly Entry[]> {
  const requests = decided.entries.flatMap(({ row, keys }) => {
    const request = rows[row]?.request;
    return request === undefined ? [] : [{ ...request, keys: distinctKeys(keys) }];
  });
  const written = await writeOptOuts(connection, requests, session, lookedUp);
  await addKeys(connection, decided.additions, session);
  return written;
}

type Outcomes = ReadonlyMap<number, ListedOutcome | FailedOutcome>;

function outcomesOf(
  rows: readonly ReadableRow[],
  { decisions, entries: planned }: DecidedList,
  { entries, batch }: { readonly entries: readonly Entry[]; readonly batch: ListedBatch },
): Outcomes {
  const byKey = new Map(
    entries.flatMap(({ suppressionId, keys }) =>
      keys.map((key) => [suppressionKeyText(key), suppressionId] as const),
    ),
  );
  const idOf = (entry: number | null): string | null => {
    const [first] = (entry === null ? undefined : planned[entry]?.keys) ?? [];
    return first === undefined ? null : (byKey.get(suppressionKeyText(first)) ?? null);
  };
  const outcomes = new Map<number, ListedOutcome | FailedOutcome>();
  for (const row of batch.rows) {
    if ('error' in row) {
      outcomes.set(row.index, { status: 'failed', code: 'VALIDATION_ERROR', error: row.error });
    }
  }
  for (const [place, { index, warnings }] of rows.entries()) {
    const decision = decisions[place];
    if (decision !== undefined) {
      const standing = decision.result === 'known' ? decision.suppressionId : null;
      const suppressionId = batch.remembered === null ? (standing ?? idOf(decision.entry)) : null;
      outcomes.set(index, { status: 'succeeded', result: decision.result, suppressionId, warnings });
    }
  }
  return outcomes;
}

/** Every row is decided and counted once. */
async function endRows(
  rows: ReturnType<typeof jobRowModel>,
  jobs: ReturnType<typeof jobModel>,
  { jobId, at }: ListedBatch,
  outcomes: Outcomes,
  session: ClientSession,
): Promise<void> {
  const indexes = [...outcomes.keys()];
  const place = { $indexOfArray: [{ $literal: indexes }, '$index'] };
  // One update of many rows costs MongoDB less than as many updates.
  const { matchedCount } = await collectionOf(rows).updateMany(
    { _id: { $in: indexes.map((index) => rowId(jobId, index)) }, status: 'pending' },
    [
      {
        $set: {
          outcome: { $arrayElemAt: [{ $literal: [...outcomes.values()] }, place] },
          decidedAt: new Date(at),
        },
      },
      { $set: { status: '$outcome.status', result: { $ifNull: ['$outcome.result', 'failed'] } } },
    ],
    { session },
  );
  const counted = await jobs.updateOne(
    { _id: jobId, status: { $in: [...unfinishedJobStatuses] } },
    { $inc: progressOf([...outcomes.values()]) },
    { session },
  );
  if (matchedCount < outcomes.size || counted.matchedCount === 0) {
    throw new StaleClaimError('Another worker has taken these opt-outs');
  }
}
