import { unfinishedJobStatuses } from '@leadbridge/contracts';
import { duplicatesIn, FINDING_KINDS } from '@leadbridge/domain';
import type { NewJob, Reconciliation, ReconciliationStore, ResolveRequest } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { writeAudit } from '../audit/write-audit.js';
import { collectionOf } from '../collection-of.js';
import { transactDespiteCollisions } from '../duplicate-key.js';
import { newJobDocument } from '../job/job-documents.js';
import { jobModel } from '../job/job-model.js';
import { readPage } from '../read-page.js';
import { isoTimes } from '../times-of.js';
import { countFindings, createFindings, createKeptFindings, createRemedyProgress } from './findings.js';
import { findingModel, reconciliationModel } from './reconciliation-models.js';
import type { FindingDocument, ReconciliationDocument } from './reconciliation-models.js';

/** The latest request; two concurrent requests conflict on it. */
const requestCollection = (connection: Connection) =>
  connection.collection<{ _id: string; jobId: string }>('reconciliation_requests');

export function createReconciliationStore(connection: Connection): ReconciliationStore {
  const reconciliations = reconciliationModel(connection);
  const jobs = jobModel(connection);
  const requests = requestCollection(connection);

  return {
    ...createFindings(connection),
    ...createKeptFindings(connection),
    ...createRemedyProgress(connection),
    ...createReconciliationReader(connection),
    ...createResolution(connection),

    async create({ reconciliationId, day }, job, audit) {
      return await transactDespiteCollisions(connection, async (session) => {
        // Two concurrent requests collide here, and the second finds the first.
        await requests.updateOne(
          { _id: 'latest' },
          { $set: { jobId: job.jobId } },
          { session, upsert: true },
        );
        const other = await findStanding(jobs, reconciliations, day, job.type, session);
        if (other !== null) {
          return await presentReconciliation(connection, jobs, other, session);
        }
        await reconciliations.create([newReconciliation(reconciliationId, day, job)], { session });
        await jobs.create([newJobDocument(job)], { session });
        if (audit !== null) {
          await writeAudit(connection, audit, new Date(job.createdAt), session);
        }
        return null;
      });
    },

    async finish(reconciliationId, { tickets, records, psaRequests, at }) {
      const { counts, resolved } = await countFindings(connection, reconciliationId);
      await reconciliations.updateOne(
        { _id: reconciliationId },
        { $set: { tickets, records, psaRequests, counts, finishedAt: new Date(at) } },
      );
      return { counts, resolved };
    },
  };
}

function createReconciliationReader(connection: Connection) {
  const reconciliations = reconciliationModel(connection);
  const jobs = jobModel(connection);

  return {
    async lastDay() {
      const last = await reconciliations
        .findOne({ day: { $exists: true } })
        .sort({ day: -1 })
        .lean<ReconciliationDocument>();
      return last?.day ?? null;
    },

    async find(reconciliationId) {
      const document = await reconciliations.findById(reconciliationId).lean<ReconciliationDocument>();
      return document === null ? null : await presentReconciliation(connection, jobs, document);
    },

    async list(query) {
      const [{ documents, next }, total] = await Promise.all([
        readPage<ReconciliationDocument>(reconciliations.find(), { _id: -1 }, query),
        reconciliations.countDocuments(),
      ]);
      return {
        items: await Promise.all(
          documents.map(async (document) => presentReconciliation(connection, jobs, document)),
        ),
        total,
        next,
      };
    },

    async lastFinished() {
      const document = await reconciliations
        .findOne({ finishedAt: { $ne: null } })
        .sort({ _id: -1 })
        .lean<ReconciliationDocument>();
      return document === null ? null : await presentReconciliation(connection, jobs, document);
    },
  } satisfies Partial<ReconciliationStore>;
}

function createResolution(connection: Connection): Pick<ReconciliationStore, 'resolve'> {
  const findings = collectionOf<FindingDocument>(findingModel(connection));
  const jobs = jobModel(connection);

  return {
    async resolve(request, job, audit) {
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
        await writeAudit(connection, audit, new Date(job.createdAt), session);
        return 'accepted';
      });
    },
  };
}

async function presentReconciliation(
  connection: Connection,
  jobs: ReturnType<typeof jobModel>,
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
    ...isoTimes({ startedAt, finishedAt }),
    counts: finishedAt === null ? noCounts : (document.counts ?? counts),
  };
}

/** One that is running, or that already ran on that day. */
async function findStanding(
  jobs: ReturnType<typeof jobModel>,
  reconciliations: ReturnType<typeof reconciliationModel>,
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
