import { unfinishedJobStatuses, type PageQuery, type FindingCounts } from '@leadbridge/contracts';
import { duplicatesIn, FINDING_KINDS } from '@leadbridge/domain';
import type {
  NewJob,
  Reconciliation,
  ReconciliationStore,
  ResolveRequest,
  NewReconciliation,
  AuditEntry,
  Page,
  ResolveAnswer,
} from '@leadbridge/usecases';
import type { ClientSession, Connection, mongo } from 'mongoose';

import { createWriteAudit } from '../audit/write-audit.js';
import { collectionOf } from '../collection-of.js';
import { transactDespiteCollisions } from '../duplicate-key.js';
import { newJobDocument } from '../job/job-documents.js';
import { jobModel } from '../job/job-model.js';
import { readPage } from '../read-page.js';
import { countFindings, createFindings } from './findings.js';
import {
  findingModel,
  reconciliationModel,
  type FindingDocument,
  type ReconciliationDocument,
} from './reconciliation-models.js';

interface ReconciliationModels {
  readonly connection: Connection;
  readonly reconciliations: ReturnType<typeof reconciliationModel>;
  readonly findings: mongo.Collection<FindingDocument>;
  readonly jobs: ReturnType<typeof jobModel>;
  readonly requests: ReturnType<typeof requestCollection>;
  readonly writeAudit: ReturnType<typeof createWriteAudit>;
}

/** The latest request; two concurrent requests conflict on it. */
const requestCollection = (connection: Connection) =>
  connection.collection<{ _id: string; jobId: string }>('reconciliation_requests');

/** See `ReconciliationStore`. */
export function createReconciliationStore(connection: Connection): ReconciliationStore {
  const models: ReconciliationModels = {
    connection,
    reconciliations: reconciliationModel(connection),
    findings: collectionOf<FindingDocument>(findingModel(connection)),
    jobs: jobModel(connection),
    requests: requestCollection(connection),
    writeAudit: createWriteAudit(connection),
  };

  return {
    ...createFindings(connection),
    create: async (reconciliation, job, audit) => createReconciliation(models, reconciliation, job, audit),
    lastDay: async () => lastDay(models),
    find: async (reconciliationId) => findReconciliation(models, reconciliationId),
    list: async (query) => listReconciliations(models, query),
    lastFinished: async () => lastFinished(models),
    finish: async (reconciliationId, result) => finishReconciliation(models, reconciliationId, result),
    resolve: async (request, job, audit) => resolveFindings(models, request, job, audit),
  };
}

async function createReconciliation(
  models: ReconciliationModels,
  { reconciliationId, day }: NewReconciliation,
  job: NewJob<'reconciliation'>,
  audit: AuditEntry | null,
): Promise<Reconciliation | null> {
  return await transactDespiteCollisions(models.connection, async (session) => {
    // Two concurrent requests collide here, and the second finds the first.
    await models.requests.updateOne(
      { _id: 'latest' },
      { $set: { jobId: job.jobId } },
      { session, upsert: true },
    );
    const other = await findStanding(models, day, job.type, session);
    if (other !== null) {
      return await presentReconciliation(models, other, session);
    }
    await models.reconciliations.create([newReconciliation(reconciliationId, day, job)], { session });
    await models.jobs.create([newJobDocument(job)], { session });
    if (audit !== null) {
      await models.writeAudit(audit, new Date(job.createdAt), session);
    }
    return null;
  });
}

async function lastDay({ reconciliations }: ReconciliationModels): Promise<string | null> {
  const last = await reconciliations
    .findOne({ day: { $exists: true } })
    .sort({ day: -1 })
    .lean<ReconciliationDocument>();
  return last?.day ?? null;
}

async function findReconciliation(
  models: ReconciliationModels,
  reconciliationId: string,
): Promise<Reconciliation | null> {
  const document = await models.reconciliations.findById(reconciliationId).lean<ReconciliationDocument>();
  return document === null ? null : await presentReconciliation(models, document);
}

async function listReconciliations(
  models: ReconciliationModels,
  query: PageQuery,
): Promise<Page<Reconciliation>> {
  const [{ documents, next }, total] = await Promise.all([
    readPage<ReconciliationDocument>(models.reconciliations.find(), { _id: -1 }, query),
    models.reconciliations.countDocuments(),
  ]);
  return {
    items: await Promise.all(documents.map(async (document) => presentReconciliation(models, document))),
    total,
    next,
  };
}

async function lastFinished(models: ReconciliationModels): Promise<Reconciliation | null> {
  const document = await models.reconciliations
    .findOne({ finishedAt: { $ne: null } })
    .sort({ _id: -1 })
    .lean<ReconciliationDocument>();
  return document === null ? null : await presentReconciliation(models, document);
}

async function finishReconciliation(
  { connection, reconciliations }: ReconciliationModels,
  reconciliationId: string,
  {
    tickets,
    records,
    psaRequests,
    at,
  }: Pick<Reconciliation, 'tickets' | 'records' | 'psaRequests'> & { readonly at: string },
): Promise<{ readonly counts: FindingCounts; readonly resolved: number }> {
  const { counts, resolved } = await countFindings(connection, reconciliationId);
  await reconciliations.updateOne(
    { _id: reconciliationId },
    { $set: { tickets, records, psaRequests, counts, finishedAt: new Date(at) } },
  );
  return { counts, resolved };
}

async function resolveFindings(
  { connection, findings, jobs, writeAudit }: ReconciliationModels,
  request: ResolveRequest,
  job: NewJob<'reconciliation_remedy'>,
  audit: AuditEntry,
): Promise<ResolveAnswer> {
  return await connection.transaction(async (session) => {
    const wanted = await findings.find(filterOf(request), { session }).toArray();
    if (wanted.length === 0) {
      return 'unknown';
    }
    const offering = wanted.filter(({ remedies }) => remedies.includes(request.remedy));
    if (offering.length === 0) {
      return 'not_offered';
    }
    const { clientId } = request;
    if (
      clientId !== undefined &&
      !offering.every(({ details }) => duplicatesIn(details).includes(clientId))
    ) {
      return 'other_client';
    }
    const open = offering.filter(({ resolution }) => resolution === null).map(({ _id }) => _id);
    if (open.length === 0) {
      return 'resolved';
    }
    await findings.updateMany(
      { _id: { $in: open } },
      {
        $set: {
          resolution: {
            remedy: request.remedy,
            status: 'pending',
            by: job.actor.id,
            at: new Date(job.createdAt),
            automatic: false,
            jobId: job.jobId,
          },
        },
      },
      { session },
    );
    await jobs.create([newJobDocument(job)], { session });
    await writeAudit(audit, new Date(job.createdAt), session);
    return 'accepted';
  });
}

async function presentReconciliation(
  { connection, jobs }: ReconciliationModels,
  document: ReconciliationDocument,
  session?: ClientSession,
): Promise<Reconciliation> {
  const { counts, resolved } = await countFindings(connection, document._id);
  const { _id, jobId, requestedBy, startedAt, finishedAt, tickets, records, psaRequests } = document;
  const isRunning =
    finishedAt === null &&
    (await jobs
      .exists({ _id: jobId, status: { $in: [...unfinishedJobStatuses] } })
      .session(session ?? null)) !== null;
  return {
    reconciliationId: _id,
    ...{ jobId, requestedBy, tickets, records, psaRequests, resolved },
    status: isRunning ? 'running' : finishedAt === null ? 'failed' : 'completed',
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    counts: finishedAt === null ? noCounts : (document.counts ?? counts),
  };
}

/** One that is running, or that already ran on that day. */
async function findStanding(
  { jobs, reconciliations }: ReconciliationModels,
  day: string | null,
  jobType: NewJob['type'],
  session: ClientSession,
): Promise<ReconciliationDocument | null> {
  const running = await jobs
    .findOne({ type: jobType, status: { $in: [...unfinishedJobStatuses] } })
    .select({ _id: 1 })
    .session(session)
    .lean<{ _id: string }>();
  const filter = running === null ? { day: day ?? '' } : { jobId: running._id };
  return await reconciliations.findOne(filter).session(session).lean<ReconciliationDocument>();
}

const noCounts = Object.fromEntries(FINDING_KINDS.map((kind) => [kind, 0])) as Reconciliation['counts'];

function filterOf({ reconciliationId, findings }: ResolveRequest): object {
  return {
    reconciliationId: { $eq: reconciliationId },
    ...('findingId' in findings ? { _id: { $eq: findings.findingId } } : { kind: { $eq: findings.kind } }),
  };
}

function newReconciliation(
  reconciliationId: string,
  day: string | null,
  { jobId, actor, createdAt }: NewJob<'reconciliation'>,
): ReconciliationDocument {
  return {
    _id: reconciliationId,
    jobId,
    ...(day === null ? {} : { day }),
    requestedBy: actor.id,
    startedAt: new Date(createdAt),
    finishedAt: null,
    tickets: 0,
    records: 0,
    psaRequests: 0,
  };
}
