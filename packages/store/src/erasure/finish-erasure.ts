import { storedJobResult, unfinishedJobStatuses } from '@leadbridge/contracts';
import { ERASED, suppressionKeyText } from '@leadbridge/domain';
import {
  StaleClaimError,
  type Erasure,
  type ErasureStore,
  type ErasureEnd,
  type ErasureWait,
  type JobEnd,
} from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { createWriteAudit } from '../audit/write-audit.js';
import { jobModel } from '../job/job-model.js';
import { endJobs } from '../job/job-runs.js';
import { suppressionModel, type SuppressionDocument } from '../suppression/suppression-model.js';
import { hashSuppressedKeys, removeHashedKeys } from '../suppression/suppressed-keys.js';
import { erasureModel } from './erasure-model.js';

/** What remains of an entry: that there was an opt-out, and its result. */
const withoutPerson = {
  references: { $literal: [] },
  ticketId: null,
  leadId: null,
  person: { $literal: { email: null, firstName: null, lastName: null, companyName: null } },
  keys: { $literal: [] },
  reason: ERASED,
  externalId: null,
  error: null,
  pushAt: null,
  marks: { $literal: [] },
  notes: { $literal: [] },
  ticketAt: null,
  spreadAt: null,
} as const;

interface FinishModels {
  readonly connection: Connection;
  readonly jobs: ReturnType<typeof jobModel>;
  readonly erasures: ReturnType<typeof erasureModel>;
  readonly suppressions: ReturnType<typeof suppressionModel>;
  readonly writeAudit: ReturnType<typeof createWriteAudit>;
}

/** The end of an erasure; see `ErasureStore`. */
export function createFinishErasure(
  connection: Connection,
): Pick<ErasureStore, 'showWaiting' | 'finish' | 'abandon'> {
  const models: FinishModels = {
    connection,
    jobs: jobModel(connection),
    erasures: erasureModel(connection),
    suppressions: suppressionModel(connection),
    writeAudit: createWriteAudit(connection),
  };

  return {
    showWaiting: async (jobId, waitingFor) => showWaiting(models, jobId, waitingFor),
    finish: async (end) => finishErasure(models, end),
    abandon: async (end) => abandonErasure(models, end),
  };
}

async function showWaiting(
  { jobs }: FinishModels,
  jobId: string,
  waitingFor: readonly ErasureWait[],
): Promise<void> {
  const result = storedJobResult({ waitingFor });
  await jobs.updateOne({ _id: jobId, status: { $in: unfinishedJobStatuses } }, { $set: { result } });
}

async function finishErasure(
  models: FinishModels,
  { erasure, fence, suppressionIds, suppressionFence, end, audit }: ErasureEnd,
): Promise<void> {
  // The hashes block imports before the keys are removed, so that an import always sees one of them.
  const keys = await hashSuppressedKeys(models.connection, await keysOf(models, erasure, suppressionIds));
  await models.connection.transaction(async (session) => {
    const own = await models.erasures.deleteOne({ _id: erasure.jobId, fence: { $lte: fence } }, { session });
    const changed = await models.suppressions.updateMany(
      { _id: { $in: [...suppressionIds] }, fence: { $lte: suppressionFence } },
      [
        {
          $set: { ...withoutPerson, identity: { $concat: ['erased/', '$_id'] }, fence: suppressionFence },
        },
      ],
      { session, updatePipeline: true },
    );
    if (own.deletedCount === 0 || changed.matchedCount < suppressionIds.length) {
      throw new StaleClaimError('Another worker has taken over the erasure');
    }
    await removeHashedKeys(models.connection, keys, session);
    const finished = end(keys.length);
    if ((await endJobs(models.connection, [finished], session)) === 0) {
      throw new StaleClaimError('Another worker has ended this job');
    }
    await forget(models, erasure.jobId, session);
    await models.writeAudit(audit, new Date(finished.at), session);
  });
}

async function abandonErasure(models: FinishModels, end: JobEnd): Promise<void> {
  await models.connection.transaction(async (session) => {
    await endJobs(models.connection, [end], session);
    await forget(models, end.jobId, session);
  });
}

/** Once the job has ended, nobody may know for whom it was requested. */
async function forget(
  { jobs, erasures }: FinishModels,
  jobId: string,
  session: ClientSession,
): Promise<void> {
  await jobs.updateOne({ _id: jobId }, { $set: { input: {} } }, { session });
  await erasures.deleteOne({ _id: jobId }, { session });
}

async function keysOf({ suppressions }: FinishModels, erasure: Erasure, suppressionIds: readonly string[]) {
  const { person, optedOut } = erasure;
  const entries = await suppressions
    .find({ _id: { $in: [...suppressionIds] } })
    .select({ keys: 1 })
    .lean<Pick<SuppressionDocument, 'keys'>[]>();
  const own = [
    ...person.emails.map((value) => suppressionKeyText({ kind: 'email', value })),
    ...person.companyPersons.map((value) => suppressionKeyText({ kind: 'company-person', value })),
  ];
  const phones = person.phones.map((value) => suppressionKeyText({ kind: 'phone', value }));
  return {
    known: [...entries.flatMap(({ keys }) => keys), ...own, ...phones],
    gating: optedOut ? own : [],
  };
}
