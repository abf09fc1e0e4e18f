import { domainKey, suppressionKeyText } from '@leadbridge/domain';
import { given } from '@leadbridge/platform';
import type { OptOutRecord, Suppression, SuppressionQuery, SuppressionStore } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { listPage } from '../read-page.js';
import { findCoveredLeads, findLeads, optOutRecord } from './person-leads.js';
import { presentSuppression } from './present-suppression.js';
import {
  dueFields,
  isDue,
  isOfSomebody,
  suppressionModel,
  type SuppressionDocument,
} from './suppression-model.js';

export function createSuppressionReader(connection: Connection) {
  const suppressions = suppressionModel(connection);
  return {
    find: async (suppressionId) => findEntry(connection, suppressionId),
    findMany: async (suppressionIds) =>
      (await loadEntries(connection, suppressionIds)).map(presentSuppression),

    async due(now, limit) {
      const time = new Date(now);
      const documents = await suppressions
        .find({ $or: [isDue('pushAt', time), isDue('ticketAt', time), isDue('spreadAt', time)] })
        .select({ _id: 1 })
        .limit(limit)
        .lean<Pick<SuppressionDocument, '_id'>[]>();
      return documents.map(({ _id }) => _id);
    },

    async nextDueAt() {
      const [first, ...others] = dueFields.map(earliestOf);
      const times = await suppressions.aggregate<{ at: Date }>([
        ...(first ?? []),
        ...others.map((pipeline) => ({
          $unionWith: { coll: suppressions.collection.collectionName, pipeline },
        })),
        { $sort: { at: 1 } },
        { $limit: 1 },
      ]);
      return times[0]?.at.toISOString() ?? null;
    },

    async list(query) {
      const filter = listFilter(query);
      return await listPage(suppressions, query, { filter, order: { _id: -1 }, present: presentSuppression });
    },

    leadsOfTicket: async (ticketId) => leadRecords(connection, { psaTicketId: ticketId }),
    leadById: async (leadId) => (await leadRecords(connection, { _id: leadId }))[0] ?? null,
    coveredLeads: async (keys) => (await findCoveredLeads(connection, keys)).map(optOutRecord),
  } satisfies Partial<SuppressionStore>;
}

/** Reads one key of the field's index. */
function earliestOf(field: (typeof dueFields)[number]) {
  return [
    { $match: { [field]: { $type: 'date' } } },
    { $sort: { [field]: 1 as const } },
    { $limit: 1 },
    { $project: { _id: 0, at: `$${field}` } },
  ];
}

export async function findEntry(connection: Connection, suppressionId: string): Promise<Suppression | null> {
  const [document] = await loadEntries(connection, [suppressionId]);
  return document === undefined ? null : presentSuppression(document);
}

async function leadRecords(
  connection: Connection,
  filter: Parameters<typeof findLeads>[1],
): Promise<readonly OptOutRecord[]> {
  return (await findLeads(connection, filter)).map(optOutRecord);
}

function listFilter({
  status,
  provider,
  email,
  domain,
  isErased,
}: SuppressionQuery): Record<string, unknown> {
  return {
    ...(isErased === false ? isOfSomebody : {}),
    ...given({ status, provider, 'person.email': email }),
    ...(domain === undefined ? {} : { keys: suppressionKeyText(domainKey(domain)) }),
  };
}

export async function loadEntries(
  connection: Connection,
  ids: readonly string[],
  session?: ClientSession,
): Promise<SuppressionDocument[]> {
  return await suppressionModel(connection)
    .find({ _id: { $in: [...ids] } })
    .session(session ?? null)
    .lean<SuppressionDocument[]>();
}
