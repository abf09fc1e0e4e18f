import { type Erasure, type ErasureStore, StaleClaimError } from '@leadbridge/usecases';
import { keysOfPerson, type KeyFields, suppressionKeyText } from '@leadbridge/domain';
import { storedJobResult, unfinishedJobStatuses } from '@leadbridge/contracts';
import type { Connection, ClientSession } from 'mongoose';

import { createClaims } from '../import/claims.js';
import { rememberErased } from './erased-keys.js';
import { countRecords, createEraseRecords, findRecords } from './erase-records.js';
import { erasureModel, saveErasure, type ErasureDocument } from './erasure-model.js';
import { createOpenWork } from './open-work.js';
import { createTraces } from './traces.js';
import { distinctValues } from '../distinct-values.js';
import { presented } from '../read-page.js';
import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { userModel } from '../people/user-model.js';
import { presentSuppression } from '../suppression/present-suppression.js';
import { suppressionModel, type SuppressionDocument } from '../suppression/suppression-model.js';
import { writeAudit } from '../audit/write-audit.js';
import { jobModel } from '../job/job-model.js';
import { endJobs } from '../job/job-runs.js';
import { findKeysToHash, hashSuppressedKeys, removeHashedKeys } from '../suppression/suppressed-keys.js';

const batchSize = 1_000;

const keyFields = {
  'lead.email': 1,
  'lead.phone': 1,
  'lead.firstName': 1,
  'lead.lastName': 1,
  'lead.company.name': 1,
} as const;

/** What remains of an entry: that there was an opt-out, and its result. */
const withoutPerson = Object.fromEntries(
  Object.entries(suppressionModel.left).map(([field, value]) => [field, { $literal: value }]),
);

export function createErasureStore(connection: Connection): ErasureStore {
  return {
    ...createClaims(connection),
    ...createRecordSearch(connection),
    ...createOpenWork(connection),
    ...createTraces(connection),
    ...createFinishErasure(connection),
    eraseRecords: createEraseRecords(connection),
    countRecords: async (erasure) => countRecords(connection, erasure),
    rememberErased: async (keys, at) => rememberErased(connection, keys, at),

    find: async (jobId) =>
      presented(erasureModel(connection).findById(jobId).lean<ErasureDocument>(), presentErasure),
    save: (erasure, fence) => saveErasure(connection, erasure, fence),
  };
}

function presentErasure({ _id, fence: _fence, ...erasure }: ErasureDocument): Erasure {
  return { ...erasure, jobId: _id };
}

function createRecordSearch(connection: Connection) {
  const leads = leadModel(connection);

  return {
    ...createRecordStreams(connection),

    async fieldsOf(leadIds) {
      const documents = await leads
        .find({ _id: { $in: [...leadIds] } })
        .select({ lead: 1, sources: 1 })
        .lean<Pick<LeadDocument, 'lead' | 'sources'>[]>();
      return documents.flatMap(({ lead, sources }) => [
        lead,
        ...Object.values(sources).map((source) => source.lead),
      ]);
    },

    async recordsOf(leadIds) {
      const found = await findRecords(connection, leadIds);
      const records = [...found.leads, ...found.prospects, ...found.opportunities];
      const clientIds = distinct(records.map(({ psaClientId }) => psaClientId));
      const ofOthers = await distinctValues<number>(leads, 'psaClientId', {
        psaClientId: { $in: clientIds },
        _id: { $nin: [...leadIds] },
      });
      return {
        prospectIds: found.prospects.map(({ _id }) => _id),
        opportunityIds: found.opportunities.map(({ _id }) => _id),
        psa: {
          ticketIds: distinct(records.map(({ psaTicketId }) => psaTicketId)),
          contactIds: distinct(records.map(({ psaUserId }) => psaUserId)),
          opportunityIds: distinct(found.opportunities.map(({ psaOpportunityId }) => psaOpportunityId)),
          clientIds: clientIds.filter((id) => !ofOthers.includes(id)),
        },
        optedOut: found.leads.some(({ doNotContact }) => doNotContact),
      };
    },

    async usersWith(emails) {
      const ids = await distinctValues<string>(userModel(connection), '_id', { email: { $in: [...emails] } });
      return ids.map(String);
    },
  } satisfies Partial<ErasureStore>;
}

function createRecordStreams(connection: Connection): Pick<ErasureStore, 'leads' | 'suppressions'> {
  const leads = leadModel(connection);
  return {
    async *leads(keys) {
      const cursor = leads
        .find(
          keys === undefined
            ? {}
            : { $or: [{ key: { $in: [...keys] } }, { personKeys: { $in: [...keys] } }] },
        )
        .sort({ _id: 1 })
        .select({ key: 1, personKeys: 1, psaTicketId: 1, ...keyFields })
        .lean<Pick<LeadDocument, '_id' | 'key' | 'personKeys' | 'psaTicketId'> & { lead: KeyFields }>()
        .cursor({ batchSize });
      for await (const { _id: leadId, key, personKeys, psaTicketId, lead } of cursor) {
        yield { leadId, key, personKeys, psaTicketId, fields: lead };
      }
    },

    async *suppressions() {
      const cursor = suppressionModel(connection)
        .find()
        .sort({ _id: 1 })
        .lean<SuppressionDocument>()
        .cursor({ batchSize });
      for await (const document of cursor) {
        yield presentSuppression(document);
      }
    },
  };
}

function distinct(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids.filter((id) => id !== null))].sort((left, right) => left - right);
}

function createFinishErasure(connection: Connection) {
  const jobs = jobModel(connection);
  const erasures = erasureModel(connection);
  const suppressions = suppressionModel(connection);

  return {
    async showWaiting(jobId, waitingFor) {
      const result = storedJobResult({ waitingFor });
      await jobs.updateOne({ _id: jobId, status: { $in: unfinishedJobStatuses } }, { $set: { result } });
    },

    async finish({ erasure, fence, suppressionIds, suppressionFence, end, audit }) {
      // The hashes block imports before the keys are removed, so that an import always sees one of them.
      const keys = await hashSuppressedKeys(connection, await keysOf(suppressions, erasure, suppressionIds));
      await connection.transaction(async (session) => {
        const own = await erasures.deleteOne({ _id: erasure.jobId, fence: { $lte: fence } }, { session });
        const changed = await suppressions.updateMany(
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
        await removeHashedKeys(connection, keys, session);
        const finished = end(keys.length);
        if ((await endJobs(connection, [finished], session)) === 0) {
          throw new StaleClaimError('Another worker has ended this job');
        }
        await forget(jobs, erasures, erasure.jobId, session);
        await writeAudit(connection, audit, new Date(finished.at), session);
      });
    },

    async countSuppressedKeys({ erasure, suppressionIds }) {
      const keys = await keysOf(suppressions, erasure, suppressionIds);
      return (await findKeysToHash(connection, keys)).texts.length;
    },

    async abandon(end) {
      await connection.transaction(async (session) => {
        await endJobs(connection, [end], session);
        await forget(jobs, erasures, end.jobId, session);
      });
    },
  } satisfies Partial<ErasureStore>;
}

/** What remains of a job's input. */
const input = {
  $cond: [{ $eq: ['$input.dry_run', true] }, { $literal: { dry_run: true } }, { $literal: {} }],
};

/** Once the job has ended, nobody may know for whom it was requested. */
async function forget(
  jobs: ReturnType<typeof jobModel>,
  erasures: ReturnType<typeof erasureModel>,
  jobId: string,
  session: ClientSession,
): Promise<void> {
  await jobs.updateOne({ _id: jobId }, [{ $set: { input } }], { session, updatePipeline: true });
  await erasures.deleteOne({ _id: jobId }, { session });
}

async function keysOf(
  suppressions: ReturnType<typeof suppressionModel>,
  erasure: Erasure,
  suppressionIds: readonly string[],
) {
  const entries = await suppressions
    .find({ _id: { $in: [...suppressionIds] } })
    .select({ keys: 1 })
    .lean<Pick<SuppressionDocument, 'keys'>[]>();
  const own = keysOfPerson(erasure.person);
  const gating = own.filter(({ kind }) => kind === 'email' || kind === 'company-person');
  return {
    known: [...entries.flatMap(({ keys }) => keys), ...own.map(suppressionKeyText)],
    gating: erasure.optedOut ? gating.map(suppressionKeyText) : [],
  };
}
