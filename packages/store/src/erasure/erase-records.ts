import { erasedEvent, erasedKinds, unfinishedJobStatuses, type ErasedKind } from '@leadbridge/contracts';
import { StaleClaimError, type DomainEvent, type Erasure, type RecordErasure } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { erasedRecordModel, type ErasedRecordDocument } from '../analytics/erased-record-model.js';
import { collectionOf } from '../collection-of.js';
import { callModel } from '../call/call-model.js';
import { companyMatchModel } from '../company-match/company-match-model.js';
import { eventModel } from '../event/event-model.js';
import { insertEvents } from '../event/insert-events.js';
import { companyModel } from '../import/company-model.js';
import { jobModel } from '../job/job-model.js';
import { jobRowModel, rowId } from '../job/job-row-model.js';
import { endJobs } from '../job/job-runs.js';
import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { lifecycleIntentModel } from '../lifecycle/intent-model.js';
import { opportunityModel, type OpportunityDocument } from '../opportunity/opportunity-model.js';
import { prospectModel, type ProspectDocument } from '../prospect/prospect-model.js';
import { mirrorModel } from '../psa-mirror/mirror-models.js';
import { saveErasure } from './erasure-model.js';

/** Named, so that none is missing whatever else a process has loaded; a test compares them with the declarations. */
const models = [
  ...[leadModel, prospectModel, opportunityModel, callModel, eventModel, lifecycleIntentModel],
  ...[companyModel, companyMatchModel, mirrorModel],
];

/** The collections of which the documents of a person go with the person's leads. */
export function erasedWithLeads(connection: Connection) {
  return models.flatMap((modelOf) =>
    typeof modelOf.erasure === 'object'
      ? [{ collection: collectionOf<object>(modelOf(connection)), ...modelOf.erasure }]
      : [],
  );
}

/** Removes a person's records and ends open requests for them, in one transaction; see `ErasureStore`. */
export function createEraseRecords(connection: Connection) {
  return async (erasure: RecordErasure, fence: number): Promise<Erasure> =>
    await connection.transaction(async (session) => {
      const { next } = erasure;
      const found = await findRecords(connection, next.leadIds, session);
      const tallies = talliesOf(found);
      if (tallies.length > 0) {
        await erasedRecordModel(connection).insertMany(tallies, { session });
      }
      const counts: Counts = {};
      for (const { collection, steps, countedAs } of erasedWithLeads(connection)) {
        const { deletedCount } = await collection.bulkWrite([...steps(next)], { session });
        if (countedAs !== null) {
          counts[countedAs] = deletedCount;
        }
      }
      counts.job_rows = await failRows(connection, erasure, session);
      await insertEvents(connection, eventsOf(next, found), new Date(erasure.at), session);
      const erased = withCounts(next, counts);
      await saveErasure(connection, erased, fence, session);
      return erased;
    });
}

/** What would be removed; see `ErasureStore`. */
export async function countRecords(
  connection: Connection,
  { next, failedRows }: RecordErasure,
): Promise<Erasure> {
  const counts: Counts = { job_rows: failedRows.length };
  for (const { collection, steps, countedAs } of erasedWithLeads(connection)) {
    for (const step of steps(next)) {
      if (countedAs !== null && 'deleteMany' in step) {
        counts[countedAs] = await collection.countDocuments(step.deleteMany.filter);
      }
    }
  }
  return withCounts(next, counts);
}

type Counts = { -readonly [Kind in ErasedKind]?: number };

function withCounts(next: Erasure, counts: Counts): Erasure {
  const erased = { ...next.erased };
  for (const kind of erasedKinds) {
    erased[kind] += counts[kind] ?? 0;
  }
  return { ...next, erased };
}

/** One after the other in a session, whose commands cannot overlap. */
export async function findRecords(
  connection: Connection,
  leadIds: readonly number[],
  session: ClientSession | null = null,
) {
  const ids = { $in: [...leadIds] };
  return {
    leads: await leadModel(connection).find({ _id: ids }).session(session).lean<LeadDocument[]>(),
    prospects: await prospectModel(connection)
      .find({ leadId: ids })
      .session(session)
      .lean<ProspectDocument[]>(),
    opportunities: await opportunityModel(connection)
      .find({ leadId: ids })
      .session(session)
      .lean<OpportunityDocument[]>(),
  };
}

type FoundRecords = Awaited<ReturnType<typeof findRecords>>;

function talliesOf({ leads, prospects, opportunities }: FoundRecords): ErasedRecordDocument[] {
  return [
    ...leads.map(({ createdSource: source, prospectId, ...lead }) =>
      tally('lead', { ...lead, source }, { converted: prospectId !== null }),
    ),
    ...prospects.map((prospect) =>
      tally('prospect', prospect, { converted: prospect.opportunityId !== null }),
    ),
    ...opportunities.map((promoted) =>
      tally('opportunity', promoted, { converted: false, value: promoted.opportunity.value ?? null }),
    ),
  ];
}

function tally(
  kind: ErasedRecordDocument['kind'],
  { _id, status, source, createdAt }: Pick<ProspectDocument, '_id' | 'status' | 'source' | 'createdAt'>,
  rest: Pick<ErasedRecordDocument, 'converted'> & { readonly value?: number | null },
): ErasedRecordDocument {
  return { _id: `${kind}:${_id}`, kind, recordId: _id, status, source, createdAt, value: null, ...rest };
}

/** Systems with a copy of a record are notified that it must be removed too. */
function eventsOf({ jobId }: Erasure, { leads, prospects, opportunities }: FoundRecords): DomainEvent[] {
  return leads.map(({ _id: leadId }) => ({
    type: erasedEvent,
    data: {
      lead_id: leadId,
      prospect_id: prospects.find((prospect) => prospect.leadId === leadId)?._id ?? null,
      opportunity_id: opportunities.find((opportunity) => opportunity.leadId === leadId)?._id ?? null,
      job_id: jobId,
    },
  }));
}

/** Ends what no worker has begun. A row that has an outcome by now is left for a later stage. */
async function failRows(
  connection: Connection,
  { failedRows, outcome, endedJobs }: RecordErasure,
  session: ClientSession,
): Promise<number> {
  const rows = jobRowModel(connection);
  const jobs = jobModel(connection);
  const failed = { ...jobRowModel.left, status: 'failed', outcome, result: outcome.code } as const;
  let count = 0;
  const ofBulk = failedRows.filter((row) => row.ofBulk);
  for (const jobId of new Set(ofBulk.map((row) => row.jobId))) {
    const ids = ofBulk.filter((row) => row.jobId === jobId).map(({ index }) => rowId(jobId, index));
    const { modifiedCount } = await rows.updateMany(
      { _id: { $in: ids }, status: 'pending' },
      { $set: failed },
      { session },
    );
    count += modifiedCount;
    await jobs.updateOne(
      { _id: jobId, status: { $in: unfinishedJobStatuses } },
      { $inc: { 'progress.processed': modifiedCount, 'progress.failed': modifiedCount } },
      { session },
    );
  }
  const singles = failedRows.filter((row) => !row.ofBulk).map(({ jobId }) => jobId);
  const { matchedCount } = await jobs.updateMany(
    { _id: { $in: singles }, status: { $in: unfinishedJobStatuses }, 'row.outcome': null },
    { $set: { row: { outcome, result: outcome.code } } },
    { session },
  );
  if (matchedCount < singles.length) {
    throw new StaleClaimError('A single import of the person has ended meanwhile');
  }
  await endJobs(connection, endedJobs, session);
  return count + singles.length;
}
