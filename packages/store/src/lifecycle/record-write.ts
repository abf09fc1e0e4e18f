import { StaleClaimError, type LifecycleWrite } from '@leadbridge/usecases';
import type { ClientSession, Connection, mongo } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { callModel } from '../call/call-model.js';
import { callDocument } from '../call/present-call.js';
import { staleIfDuplicate } from '../duplicate-key.js';
import { insertEvents } from '../event/insert-events.js';
import { endJobs } from '../job/job-runs.js';
import { jobModel } from '../job/job-model.js';
import { newJobDocument } from '../job/job-documents.js';
import { leadModel } from '../lead/lead-model.js';
import { insertErrorLogEntries } from '../error-log/insert-error-log-entries.js';
import { opportunityModel } from '../opportunity/opportunity-model.js';
import { opportunityDocument } from '../opportunity/present-opportunity.js';
import { prospectDocument } from '../prospect/present-prospect.js';
import { prospectModel } from '../prospect/prospect-model.js';
import { createWriteOptOuts } from '../suppression/write-opt-outs.js';
import { leadUpdate, opportunityUpdate, prospectUpdate } from './record-updates.js';
import { takeOpportunityId } from './take-opportunity-id.js';
import { transitionModel } from './transition-model.js';
import { lifecycleIntentModel } from './intent-model.js';

interface WriteModels {
  readonly connection: Connection;
  readonly collections: ReturnType<typeof collectionsOf>;
  readonly writeOptOuts: ReturnType<typeof createWriteOptOuts>;
}

/** Writes everything that a lifecycle step has to store, or nothing. */
export function createRecordWrite(connection: Connection): (write: LifecycleWrite) => Promise<void> {
  const models: WriteModels = {
    connection,
    collections: collectionsOf(connection),
    writeOptOuts: createWriteOptOuts(connection),
  };

  return async (write) => writeStep(models, write);
}

function collectionsOf(connection: Connection) {
  return {
    leads: collectionOf(leadModel(connection)),
    prospects: collectionOf(prospectModel(connection)),
    opportunities: collectionOf(opportunityModel(connection)),
    calls: collectionOf(callModel(connection)),
    transitions: collectionOf(transitionModel(connection)),
    intents: collectionOf(lifecycleIntentModel(connection)),
    jobs: collectionOf(jobModel(connection)),
  };
}

async function writeStep(models: WriteModels, write: LifecycleWrite): Promise<void> {
  await staleIfDuplicate(async () =>
    models.connection.transaction(async (session) => {
      await writeRecords(models, write, session);
      await writeConsequences(models, write, session);
      await endJob(models, write, session);
    }),
  );
}

async function writeRecords(
  { collections, connection }: WriteModels,
  write: LifecycleWrite,
  session: ClientSession,
): Promise<void> {
  const { fence } = write;
  const at = new Date(write.at);
  if (write.lead !== undefined) {
    const filter = { _id: write.lead.leadId, lifecycleFence: { $not: { $gt: fence } } };
    await updateFenced(collections.leads, filter, leadUpdate(write.lead, fence, at), session);
  }
  if (write.prospect !== undefined) {
    const filter = { _id: write.prospect.prospectId, fence: { $lte: fence } };
    await updateFenced(collections.prospects, filter, prospectUpdate(write.prospect, fence, at), session);
  }
  if (write.opportunity !== undefined) {
    const filter = { _id: write.opportunity.opportunityId, fence: { $lte: fence } };
    const update = opportunityUpdate(write.opportunity, fence, at);
    await updateFenced(collections.opportunities, filter, update, session);
  }
  await insert(
    collections.prospects,
    write.newProspect === undefined ? [] : [prospectDocument(write.newProspect, fence)],
    session,
  );
  if (write.newOpportunity !== undefined) {
    await takeOpportunityId(connection, write.newOpportunity, { at, session });
  }
  await insert(
    collections.opportunities,
    write.newOpportunity === undefined ? [] : [opportunityDocument(write.newOpportunity, fence)],
    session,
  );
  await insert(collections.calls, write.newCall === undefined ? [] : [callDocument(write.newCall)], session);
}

async function writeConsequences(
  { collections, connection, writeOptOuts }: WriteModels,
  write: LifecycleWrite,
  session: ClientSession,
): Promise<void> {
  const at = new Date(write.at);
  const rows = (write.transitions ?? []).map((row) => ({ ...row, at: new Date(row.at) }));
  await insert(collections.transitions, rows, session);
  await insertEvents(connection, write.events ?? [], at, session);
  await insertErrorLogEntries(connection, write.errorLogEntries ?? [], at, session);
  await insert(collections.jobs, (write.newJobs ?? []).map(newJobDocument), session);
  if (write.optOut !== undefined) {
    await writeOptOuts([write.optOut], session);
  }
}

async function endJob(
  { connection, collections }: WriteModels,
  write: LifecycleWrite,
  session: ClientSession,
): Promise<void> {
  const { end } = write;
  if (end === undefined) {
    return;
  }
  if ((await endJobs(connection, [end], session)) === 0) {
    throw new StaleClaimError('Another worker has ended this job');
  }
  await collections.intents.deleteOne({ _id: end.jobId }, { session });
  await insertEvents(connection, end.events ?? [], new Date(end.at), session);
}

/** A record under a higher fence does not match: its holder has taken over. */
async function updateFenced<T extends object>(
  collection: mongo.Collection<T>,
  filter: mongo.Filter<T>,
  update: mongo.UpdateFilter<T>,
  session: ClientSession,
): Promise<void> {
  const { matchedCount } = await collection.updateOne(filter, update, { session });
  if (matchedCount === 0) {
    throw new StaleClaimError('Another worker has recorded this work');
  }
}

async function insert<T extends object>(
  collection: mongo.Collection<T>,
  documents: readonly mongo.OptionalUnlessRequiredId<T>[],
  session: ClientSession,
): Promise<void> {
  if (documents.length > 0) {
    await collection.insertMany(documents, { session });
  }
}
