import { StaleClaimError } from '@leadbridge/usecases';
import type { LifecycleWrite, LeadChange, OpportunityChange, ProspectChange } from '@leadbridge/usecases';
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
import { markLateLeads } from '../suppression/late-matches.js';
import type { Entry } from '../suppression/suppression-entries.js';
import { writeOptOuts } from '../suppression/write-opt-outs.js';
import { takeOpportunityId } from './take-opportunity-id.js';
import { transitionModel } from './transition-model.js';
import { lifecycleIntentModel } from './intent-model.js';
import { dated } from '../times-of.js';

/** People may change a ticket back and forth forever; only the latest changes matter. */
const maxIrregularChanges = 50;

function collectionsOf(connection: Connection) {
  return {
    leads: collectionOf(leadModel(connection)),
    prospects: collectionOf(prospectModel(connection)),
    opportunities: collectionOf(opportunityModel(connection)),
    calls: collectionOf(callModel(connection)),
    transitions: collectionOf(transitionModel(connection)),
    jobs: collectionOf(jobModel(connection)),
  };
}

/** Writes everything that a lifecycle step has to store, or nothing. */
export async function recordStep(connection: Connection, write: LifecycleWrite): Promise<void> {
  const optedOut = await staleIfDuplicate(async () =>
    connection.transaction(async (session) => {
      await writeRecords(connection, write, session);
      const entries = await writeConsequences(connection, write, session);
      await endJob(connection, write, session);
      return entries;
    }),
  );
  await markLateLeads(connection, optedOut).catch(() => undefined);
}

async function writeRecords(
  connection: Connection,
  write: LifecycleWrite,
  session: ClientSession,
): Promise<void> {
  const collections = collectionsOf(connection);
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

/** Returns the entries of opt-outs that the step contains. */
async function writeConsequences(
  connection: Connection,
  write: LifecycleWrite,
  session: ClientSession,
): Promise<readonly Entry[]> {
  const collections = collectionsOf(connection);
  const at = new Date(write.at);
  const rows = (write.transitions ?? []).map(dated);
  await insert(collections.transitions, rows, session);
  await insertEvents(connection, write.events ?? [], at, session);
  await insertErrorLogEntries(connection, write.errorLogEntries ?? [], at, session);
  await insert(collections.jobs, (write.newJobs ?? []).map(newJobDocument), session);
  return write.optOut === undefined ? [] : await writeOptOuts(connection, [write.optOut], session);
}

async function endJob(connection: Connection, write: LifecycleWrite, session: ClientSession): Promise<void> {
  const { end } = write;
  if (end === undefined) {
    return;
  }
  if ((await endJobs(connection, [end], session)) === 0) {
    throw new StaleClaimError('Another worker has ended this job');
  }
  await collectionOf(lifecycleIntentModel(connection)).deleteOne({ _id: end.jobId }, { session });
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

function leadUpdate({ leadId: _leadId, ...change }: LeadChange, fence: number, at: Date): object {
  return recordUpdate(change, { lifecycleFence: fence, updatedAt: at });
}

function prospectUpdate(
  { prospectId: _prospectId, ...change }: ProspectChange,
  fence: number,
  at: Date,
): object {
  return recordUpdate(change, { fence, updatedAt: at });
}

function opportunityUpdate(
  { opportunityId: _opportunityId, note, ...change }: OpportunityChange,
  fence: number,
  at: Date,
): object {
  const notes = note === undefined ? {} : { notes: dated(note) };
  return recordUpdate(change, { fence, updatedAt: at }, notes);
}

/** Missing fields stay; status changes are added to the history, and the last one is the state. */
function recordUpdate(
  { statusChanges = [], irregular, ...values }: Pick<LeadChange, 'statusChanges' | 'irregular'>,
  set: object,
  push: object = {},
): object {
  const last = statusChanges.at(-1);
  const added = {
    ...push,
    ...(last === undefined ? {} : { history: { $each: statusChanges.map(dated) } }),
    ...(irregular === undefined
      ? {}
      : { irregularChanges: { $each: [dated(irregular)], $slice: -maxIrregularChanges } }),
  };
  return {
    $set: { ...values, ...set, ...(last === undefined ? {} : { status: last.to }) },
    ...(Object.keys(added).length === 0 ? {} : { $push: added }),
  };
}
