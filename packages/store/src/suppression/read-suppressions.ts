import { domainKey, suppressionKeyText } from '@leadbridge/domain';
import type {
  OptOutRecord,
  Page,
  Suppression,
  SuppressionQuery,
  SuppressionStore,
} from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { readPage } from '../read-page.js';
import { findCoveredLeads, findLead, optOutRecord } from './person-leads.js';
import { presentSuppression } from './present-suppression.js';
import { isDue, suppressionModel, type SuppressionDocument } from './suppression-model.js';

interface ReadingModels {
  readonly connection: Connection;
  readonly suppressions: ReturnType<typeof suppressionModel>;
}

/** Reads suppressions and their leads; see `SuppressionStore`. */
export function createSuppressionReader(
  connection: Connection,
): Pick<
  SuppressionStore,
  'find' | 'findMany' | 'due' | 'list' | 'leadOfTicket' | 'leadById' | 'coveredLeads'
> {
  const models: ReadingModels = { connection, suppressions: suppressionModel(connection) };
  return {
    find: async (suppressionId) => findEntry(models, suppressionId),
    findMany: async (suppressionIds) => findMany(models, suppressionIds),
    due: async (now, limit) => findDue(models, now, limit),
    list: async (query) => listEntries(models, query),
    leadOfTicket: async (ticketId) => leadOfTicket(models, ticketId),
    leadById: async (leadId) => leadById(models, leadId),
    coveredLeads: async (keys) => (await findCoveredLeads(models.connection, keys)).map(optOutRecord),
  };
}

export async function findEntry(models: ReadingModels, suppressionId: string): Promise<Suppression | null> {
  const [document] = await loadEntries(models, [suppressionId]);
  return document === undefined ? null : presentSuppression(document);
}

async function findMany(
  models: ReadingModels,
  suppressionIds: readonly string[],
): Promise<readonly Suppression[]> {
  return (await loadEntries(models, suppressionIds)).map(presentSuppression);
}

async function findDue(
  { suppressions }: ReadingModels,
  now: string,
  limit: number,
): Promise<readonly string[]> {
  const time = new Date(now);
  const documents = await suppressions
    .find({ $or: [isDue('pushAt', time), isDue('ticketAt', time), isDue('spreadAt', time)] })
    .select({ _id: 1 })
    .limit(limit)
    .lean<Pick<SuppressionDocument, '_id'>[]>();
  return documents.map(({ _id }) => _id);
}

async function listEntries(
  { suppressions }: ReadingModels,
  query: SuppressionQuery,
): Promise<Page<Suppression>> {
  const filter = listFilter(query);
  const [{ documents, next }, total] = await Promise.all([
    readPage<SuppressionDocument>(suppressions.find(filter), { _id: -1 }, query),
    suppressions.countDocuments(filter),
  ]);
  return { items: documents.map(presentSuppression), total, next };
}

async function leadOfTicket({ connection }: ReadingModels, ticketId: number): Promise<OptOutRecord | null> {
  const lead = await findLead(connection, { psaTicketId: ticketId });
  return lead === null ? null : optOutRecord(lead);
}

async function leadById({ connection }: ReadingModels, leadId: number): Promise<OptOutRecord | null> {
  const lead = await findLead(connection, { _id: leadId });
  return lead === null ? null : optOutRecord(lead);
}

function listFilter({ status, provider, email, domain }: SuppressionQuery): Record<string, unknown> {
  return {
    ...(status === undefined ? {} : { status }),
    ...(provider === undefined ? {} : { provider }),
    ...(email === undefined ? {} : { 'person.email': email }),
    ...(domain === undefined ? {} : { keys: suppressionKeyText(domainKey(domain)) }),
  };
}

export async function loadEntries(
  { suppressions }: ReadingModels,
  ids: readonly string[],
  session?: ClientSession,
): Promise<SuppressionDocument[]> {
  return await suppressions
    .find({ _id: { $in: [...ids] } })
    .session(session ?? null)
    .lean<SuppressionDocument[]>();
}
