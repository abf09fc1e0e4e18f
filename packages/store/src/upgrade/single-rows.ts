import type { Connection } from 'mongoose';

import { inBatches, type Migration } from './migration.js';

interface FormerRow {
  readonly _id: string;
  readonly jobId: string;
  readonly index: number;
}

interface FormerCreation {
  readonly _id: number;
  readonly jobIds: readonly string[];
  readonly rowIds: readonly string[];
  readonly stood?: readonly { readonly rowId: string; readonly ticketIds: readonly number[] }[];
  readonly at: Date;
}

/** A single import's row and intent become a part of its job, and go in the same transaction. */
export const singleRowsInTheirJobs: Migration = {
  name: '005-single-rows',
  async run(connection) {
    const rows = connection.collection<FormerRow>('job_rows');
    await inBatches(
      (filter) => rows.find(filter),
      { index: 0 },
      async (found) => moveRows(connection, found),
    );
    const creations = connection.collection<FormerCreation>('creations');
    await inBatches(
      (filter) => creations.find(filter),
      {},
      async (found) => moveCreations(connection, found),
    );
  },
};

async function singlesOf(connection: Connection, jobIds: readonly string[]): Promise<ReadonlySet<string>> {
  const jobs = await connection
    .collection<{ _id: string }>('jobs')
    .find({ _id: { $in: [...jobIds] }, type: 'lead_import' })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  return new Set(jobs.map(({ _id }) => _id));
}

async function moveRows(connection: Connection, found: readonly FormerRow[]): Promise<void> {
  const singles = await singlesOf(
    connection,
    found.map(({ jobId }) => jobId),
  );
  const moved = found.filter(({ jobId }) => singles.has(jobId));
  if (moved.length === 0) {
    return;
  }
  await connection.transaction(async (session) => {
    await connection.collection<{ _id: string }>('jobs').bulkWrite(
      moved.map((row) => ({
        updateOne: {
          filter: { _id: row.jobId, row: { $exists: false } },
          update: { $set: { row: partOfJob(row) } },
        },
      })),
      { session, ordered: false },
    );
    await connection
      .collection<{ _id: string }>('job_rows')
      .deleteMany({ _id: { $in: moved.map(({ _id }) => _id) } }, { session });
  });
}

const movedFields = ['intent', 'outcome', 'result', 'fence', 'decidedAt', 'lists', 'undoneBy'];

function partOfJob(row: FormerRow): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).filter(([field, value]) => movedFields.includes(field) && value !== null),
  );
}

async function moveCreations(connection: Connection, found: readonly FormerCreation[]): Promise<void> {
  const singles = await singlesOf(
    connection,
    found.flatMap(({ jobIds }) => jobIds),
  );
  const intents = found.flatMap((creation) => intentsOfSingles(creation, singles));
  if (intents.length === 0) {
    return;
  }
  const rowIds = intents.map(({ rowId }) => rowId);
  await connection.transaction(async (session) => {
    await connection.collection<{ _id: string }>('jobs').bulkWrite(
      intents.map(({ jobId, intent }) => ({
        updateOne: {
          filter: { _id: jobId, 'row.intent': null, 'row.outcome': null },
          update: { $set: { 'row.intent': intent } },
        },
      })),
      { session, ordered: false },
    );
    const creations = connection.collection<{ _id: number; rowIds: string[] }>('creations');
    const own = { _id: { $in: found.map(({ _id }) => _id) } };
    await creations.updateMany(own, { $pull: { rowIds: { $in: rowIds } } }, { session });
    await creations.deleteMany({ ...own, rowIds: { $size: 0 } }, { session });
  });
}

function intentsOfSingles({ rowIds, stood = [], at }: FormerCreation, singles: ReadonlySet<string>) {
  return rowIds.flatMap((rowId) => {
    const jobId = rowId.replace(/:0$/u, '');
    const before = stood.find((row) => row.rowId === rowId)?.ticketIds ?? [];
    const intent = { kind: 'create', at: at.toISOString(), stood: before };
    return singles.has(jobId) ? [{ rowId, jobId, intent }] : [];
  });
}
