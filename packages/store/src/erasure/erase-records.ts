import { erasedEvent, erasedKinds, unfinishedJobStatuses } from '@leadbridge/contracts';
import { StaleClaimError, type DomainEvent, type Erasure, type RecordErasure } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { erasedRecordModel, type ErasedRecordDocument } from '../analytics/erased-record-model.js';
import { createStandingTotals } from '../analytics/standing-totals.js';
import { callModel } from '../call/call-model.js';
import { eventModel } from '../event/event-model.js';
import { insertEvents } from '../event/insert-events.js';
import { eraseMatches } from '../company-match/erase-matches.js';
import { companyModel } from '../import/company-model.js';
import { jobModel } from '../job/job-model.js';
import { jobRowModel, rowId } from '../job/job-row-model.js';
import { endJobs } from '../job/job-runs.js';
import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { lifecycleIntentModel } from '../lifecycle/intent-model.js';
import { opportunityModel, type OpportunityDocument } from '../opportunity/opportunity-model.js';
import { prospectModel, type ProspectDocument } from '../prospect/prospect-model.js';
import { eraseMirrored } from '../psa-mirror/erase-mirrored.js';
import { saveErasure } from './erasure-model.js';

/** Removes a person's records and ends open requests for them, in one transaction; see `ErasureStore`. */
export function createEraseRecords(connection: Connection) {
  const leads = leadModel(connection);
  const prospects = prospectModel(connection);
  const opportunities = opportunityModel(connection);
  const standing = createStandingTotals(connection);

  return async (erasure: RecordErasure, fence: number): Promise<Erasure> =>
    await connection.transaction(async (session) => {
      const { next } = erasure;
      const { byId, ofLeads, ofCompanies } = filtersOf(next);
      const found = {
        leads: await leads.find(byId).session(session).lean<LeadDocument[]>(),
        prospects: await prospects.find(ofLeads).session(session).lean<ProspectDocument[]>(),
        opportunities: await opportunities.find(ofLeads).session(session).lean<OpportunityDocument[]>(),
      };
      const tallies = talliesOf(found);
      if (tallies.length > 0) {
        await erasedRecordModel(connection).insertMany(tallies, { session });
      }
      await leads.deleteMany(byId, { session });
      await prospects.deleteMany(ofLeads, { session });
      await opportunities.deleteMany(ofLeads, { session });
      const calls = await callModel(connection).deleteMany(ofLeads, { session });
      await eventModel(connection).deleteMany({ ...ofLeads, type: { $exists: false } }, { session });
      // What webhooks were sent contains ids only, and expires.
      await eventModel(connection).updateMany(
        ofLeads,
        { $set: { leadId: null }, $unset: { deliveries: 1 } },
        { session },
      );
      await lifecycleIntentModel(connection).deleteMany(ofLeads, { session });
      const companies = await companyModel(connection).deleteMany(ofCompanies, { session });
      await eraseMatches(connection, next, session);
      await eraseMirrored(connection, next, session);
      // The cached counts include records that no longer exist.
      await standing.outdate(session);
      const failedRows = await failRows(connection, erasure, session);
      await insertEvents(connection, eventsOf(next, found), new Date(erasure.at), session);
      const erased = withCounts(next, {
        leads: found.leads.length,
        prospects: found.prospects.length,
        opportunities: found.opportunities.length,
        calls: calls.deletedCount,
        companies: companies.deletedCount,
        job_rows: failedRows,
      });
      await saveErasure(connection, erased, fence, session);
      return erased;
    });
}

/** What would be removed; see `ErasureStore`. */
export async function countRecords(
  connection: Connection,
  { next, failedRows }: RecordErasure,
): Promise<Erasure> {
  const { byId, ofLeads, ofCompanies } = filtersOf(next);
  const [leads, prospects, opportunities, calls, companies] = await Promise.all([
    leadModel(connection).countDocuments(byId),
    prospectModel(connection).countDocuments(ofLeads),
    opportunityModel(connection).countDocuments(ofLeads),
    callModel(connection).countDocuments(ofLeads),
    companyModel(connection).countDocuments(ofCompanies),
  ]);
  return withCounts(next, { leads, prospects, opportunities, calls, companies, job_rows: failedRows.length });
}

function filtersOf({ leadIds, companyKeys, psa }: Erasure) {
  return {
    byId: { _id: { $in: [...leadIds] } },
    ofLeads: { leadId: { $in: [...leadIds] } },
    // A lead without a company has a client that is named after the person.
    ofCompanies: { $or: [{ _id: { $in: [...companyKeys] } }, { clientId: { $in: [...psa.clientIds] } }] },
  };
}

function withCounts(next: Erasure, counts: Partial<Erasure['erased']>): Erasure {
  const erased = { ...next.erased };
  for (const kind of erasedKinds) {
    erased[kind] += counts[kind] ?? 0;
  }
  return { ...next, erased };
}

interface FoundRecords {
  readonly leads: readonly LeadDocument[];
  readonly prospects: readonly ProspectDocument[];
  readonly opportunities: readonly OpportunityDocument[];
}

function talliesOf({ leads, prospects, opportunities }: FoundRecords): ErasedRecordDocument[] {
  return [
    ...leads.map(({ _id, status, createdSource: source, prospectId, createdAt }) =>
      tally('lead', _id, { status, source, converted: prospectId !== null, createdAt }),
    ),
    ...prospects.map(({ _id, status, source, opportunityId, createdAt }) =>
      tally('prospect', _id, { status, source, converted: opportunityId !== null, createdAt }),
    ),
    ...opportunities.map(({ _id, status, source, opportunity, createdAt }) =>
      tally('opportunity', _id, { status, source, converted: false, createdAt, value: opportunity.value }),
    ),
  ];
}

function tally(
  kind: ErasedRecordDocument['kind'],
  recordId: number,
  rest: Pick<ErasedRecordDocument, 'status' | 'source' | 'converted' | 'createdAt'> & {
    readonly value?: number | null;
  },
): ErasedRecordDocument {
  return { _id: `${kind}:${recordId}`, kind, recordId, ...rest, value: rest.value ?? null };
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

/**
 * Ends rows and jobs that no worker has begun. A row that has an outcome by now is left for a later stage.
 */
async function failRows(
  connection: Connection,
  { failedRows, outcome, endedJobs }: RecordErasure,
  session: ClientSession,
): Promise<number> {
  const rows = jobRowModel(connection);
  const jobs = jobModel(connection);
  const failed = { status: 'failed', outcome, result: outcome.code, data: null, intent: null } as const;
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
