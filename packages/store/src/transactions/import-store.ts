import { unfinishedJobStatuses } from '@leadbridge/contracts';
import { isEarlyStatus, UNDONE } from '@leadbridge/domain';
import {
  StaleClaimError,
  type ImportIntent,
  type ImportStore,
  type KnownLead,
  type RowRef,
} from '@leadbridge/usecases';
import type { Connection, mongo } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { isDuplicateKey } from '../duplicate-key.js';
import { jobModel } from '../job/job-model.js';
import { jobRowModel, rowId, type JobRowDocument } from '../job/job-row-model.js';
import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { statesOf } from '../lead/present-lead.js';
import { insertErrorLogEntries } from '../notice/insert-error-log-entries.js';
import { reserveNumbers } from '../sequence.js';
import { personKeysOfLead } from '../suppression/person-leads.js';
import { findSuppressedKeys } from '../suppression/suppressed-keys.js';
import { completeOptOuts } from '../suppression/write-opt-outs.js';
import { unawaited } from '../write-concern.js';
import { createClaims } from '../import/claims.js';
import { addCreations, removeCreations } from '../import/creation-model.js';
import { companyModel, type CompanyDocument } from '../import/company-model.js';
import { createListGroups } from '../list-group/list-groups.js';
import { createRecordBatch } from './record-batch.js';

export function createImportStore(connection: Connection): ImportStore {
  const leads = leadModel(connection);
  const companies = companyModel(connection);
  const rows = jobRowModel(connection);
  const jobs = jobModel(connection);

  async function isOneOver(jobIds: readonly string[]): Promise<boolean> {
    const over = [{ cancelRequested: true }, { status: { $nin: [...unfinishedJobStatuses] } }];
    return (await jobs.exists({ _id: { $in: [...jobIds] }, $or: over })) !== null;
  }

  /** A row that has not been begun is ended before its turn where its person is erased. */
  async function isOneDecided(refs: readonly RowRef[]): Promise<boolean> {
    const ids = refs.map(({ jobId, index }) => rowId(jobId, index));
    return (await rows.exists({ _id: { $in: ids }, status: { $ne: 'pending' } })) !== null;
  }

  /** False where a row has its outcome already. */
  async function writeUpdateIntents(intents: readonly RowIntent[]): Promise<boolean> {
    try {
      await collectionOf(rows).bulkWrite(intents.map(intentUpsert), { ordered: false });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) {
        return false;
      }
      throw error;
    }
  }

  return {
    ...createClaims(connection),
    ...createListGroups(connection),

    async findLeads(keys) {
      const documents = await leads
        .find({ key: { $in: [...keys] } })
        .select({
          key: 1,
          psaTicketId: 1,
          psaUserId: 1,
          lead: 1,
          sources: 1,
          personKeys: 1,
          updatedAt: 1,
          doNotContact: 1,
          externalIds: 1,
          provenance: 1,
          fieldStates: 1,
          status: 1,
        })
        .lean<LeadDocument[]>();
      return new Map(documents.map((document) => [document.key, knownLead(document)]));
    },

    async findExternalIds(ids) {
      const asked = ids.map(({ source, externalId }) => ({
        externalIds: { $elemMatch: { externalId: { $eq: externalId }, source: { $eq: source } } },
      }));
      const documents = await leads
        .find({ $or: asked })
        .select({ key: 1, externalIds: 1 })
        .lean<Pick<LeadDocument, '_id' | 'key' | 'externalIds'>[]>();
      return documents.flatMap(({ _id: leadId, key, externalIds = [] }) =>
        externalIds.map((id) => ({ ...id, leadId, key })),
      );
    },

    async findOptedOut(keys) {
      return await findSuppressedKeys(connection, keys);
    },

    async keysOfOptOuts(requests) {
      if (requests.length === 0) {
        return [];
      }
      return await connection.transaction(async (session) => {
        const complete = await completeOptOuts(connection, requests, session);
        return complete.flatMap(({ keys }) => keys);
      });
    },

    async ticketsOfOthers(ticketIds, key) {
      const psaTicketId = { $in: [...ticketIds] };
      return new Set(await leads.distinct('psaTicketId', { psaTicketId, key: { $ne: key } }));
    },

    async reserveIds(kind, count) {
      return await reserveNumbers(connection, `${kind}_id`, count);
    },

    async findCompanies(companyKeys) {
      const documents = await companies.find({ _id: { $in: [...companyKeys] } }).lean<CompanyDocument[]>();
      return new Map(
        documents.map(({ _id, clientId, siteId }) => [_id, { companyKey: _id, clientId, siteId }]),
      );
    },

    async rememberCompanies(known) {
      if (known.length > 0) {
        const updatedAt = new Date();
        await collectionOf(companies).bulkWrite(
          known.map(({ companyKey, clientId, siteId }) => ({
            updateOne: {
              filter: { _id: companyKey },
              update: { $set: { clientId, siteId, updatedAt } },
              upsert: true,
            },
          })),
          { ordered: false, ...unawaited },
        );
      }
    },

    async forgetCompanies(clientIds) {
      await companies.deleteMany({ clientId: { $in: [...clientIds] } });
    },

    async forgetFormerCompanies(created) {
      const isShared = created.map(({ companyKey, clientId }) => ({ clientId, _id: { $ne: companyKey } }));
      const former =
        isShared.length === 0
          ? null
          : await companies
              .findOne({ $or: isShared })
              .sort({ clientId: 1 })
              .select({ clientId: 1 })
              .lean<Pick<CompanyDocument, 'clientId'>>();
      if (former !== null) {
        await companies.deleteMany({ clientId: { $gte: former.clientId } });
      }
    },

    async saveIntents(fence, intents) {
      if (intents.length === 0) {
        return;
      }
      const creations = intents.flatMap(({ ref, intent }) =>
        intent.kind === 'create' ? [{ ref, stood: intent.stood ?? [] }] : [],
      );
      await addCreations(connection, fence, creations, new Date());
      const others = intents.filter(({ intent }) => intent.kind !== 'create');
      const isOpen = others.length === 0 || (await writeUpdateIntents(others));
      // Asked behind the writing: whoever ends a job looks for intents behind the moment at which it was to be cancelled.
      const refs = intents.map(({ ref }) => ref);
      const jobIds = [...new Set(refs.map(({ jobId }) => jobId))];
      const found = await Promise.all([isOneOver(jobIds), isOneDecided(refs)]);
      if (!isOpen || found.includes(true)) {
        await removeCreations(
          connection,
          fence,
          creations.map(({ ref }) => ref),
        );
        await rows.updateMany(
          { _id: { $in: others.map(({ ref }) => rowId(ref.jobId, ref.index)) }, status: 'pending' },
          { $set: { intent: null } },
        );
        throw new StaleClaimError('A job or a row of this work has ended, or is to be cancelled');
      }
    },

    record: createRecordBatch(connection),

    async saveErrorLogEntries(errorLogEntries) {
      await insertErrorLogEntries(connection, errorLogEntries, new Date());
    },
  };
}

interface RowIntent {
  readonly ref: RowRef;
  readonly intent: ImportIntent;
}

/** A row that has its outcome does not match, so that the upsert collides with its id. */
function intentUpsert({ ref, intent }: RowIntent): mongo.AnyBulkWriteOperation<JobRowDocument> {
  return {
    updateOne: {
      filter: { _id: rowId(ref.jobId, ref.index), status: 'pending' },
      update: {
        $set: { intent },
        $setOnInsert: {
          jobId: ref.jobId,
          index: ref.index,
          outcome: null,
          result: null,
          createdAt: new Date(),
        },
      },
      upsert: true,
    },
  };
}

function knownLead(document: LeadDocument): KnownLead {
  return {
    leadId: document._id,
    key: document.key,
    psaTicketId: document.psaTicketId,
    psaUserId: document.psaUserId,
    isEarly: isEarlyStatus(document.status),
    sources: document.sources,
    externalIds: document.externalIds ?? [],
    updatedAt: document.updatedAt.toISOString(),
    doNotContact: document.doNotContact,
    isUndone: document.status === UNDONE,
    personKeys: personKeysOfLead(document),
    fields: statesOf(document),
  };
}
