import { createHash } from 'node:crypto';

import { FINDING_KINDS, type FindingKind } from '@leadbridge/domain';
import type { FindingCounts } from '@leadbridge/contracts';
import type {
  Finding,
  FindingQuery,
  NewFinding,
  ReconciliationStore,
  RemedyTally,
  Resolution,
  Page,
} from '@leadbridge/usecases';
import type { Connection, mongo } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { readPage } from '../read-page.js';
import {
  findingModel,
  keptFindingModel,
  type FindingDocument,
  type KeptFindingDocument,
} from './reconciliation-models.js';

export type FindingStore = Pick<
  ReconciliationStore,
  | 'clearFindings'
  | 'addFindings'
  | 'keptSubjects'
  | 'keep'
  | 'forgetKept'
  | 'findings'
  | 'streamFindings'
  | 'pendingOf'
  | 'noteImports'
  | 'settle'
  | 'remediesOf'
>;

interface FindingModels {
  readonly model: ReturnType<typeof findingModel>;
  readonly findings: mongo.Collection<FindingDocument>;
  readonly kept: mongo.Collection<KeptFindingDocument>;
}

/** The findings of reconciliations. */
export function createFindings(connection: Connection): FindingStore {
  const model = findingModel(connection);
  const models: FindingModels = {
    model,
    findings: collectionOf<FindingDocument>(model),
    kept: collectionOf(keptFindingModel(connection)),
  };

  return {
    clearFindings: async (reconciliationId) => clearFindings(models, reconciliationId),
    addFindings: async (reconciliationId, findings, resolution) =>
      addFindings(models, reconciliationId, findings, resolution),
    keptSubjects: async (kind, subjects) => keptSubjects(models, kind, subjects),
    keep: async (kind, subject, at) => keepFinding(models, kind, subject, at),
    forgetKept: async (kind, subjects) => forgetKept(models, kind, subjects),
    findings: async (reconciliationId, query) => listFindings(models, reconciliationId, query),
    streamFindings: (reconciliationId, filter) => streamFindings(models, reconciliationId, filter),
    pendingOf: async (jobId, limit, after) => pendingOf(models, { jobId, after }, limit),
    noteImports: async (findingId, importIds) => noteImports(models, findingId, importIds),
    settle: async (findingId, error, jobId) => settleFinding(models, findingId, error, jobId),
    remediesOf: async (jobId) => remediesOf(models, jobId),
  };
}

async function clearFindings({ findings }: FindingModels, reconciliationId: string): Promise<void> {
  await findings.deleteMany({ reconciliationId, resolution: null });
}

async function addFindings(
  { findings }: FindingModels,
  reconciliationId: string,
  added: readonly NewFinding[],
  resolution: Resolution | null,
): Promise<void> {
  if (added.length > 0) {
    const at = new Date();
    await findings.bulkWrite(
      added.map((finding) => upsertOf(newFinding(reconciliationId, finding, { resolution, at }))),
      { ordered: false },
    );
  }
}

async function keptSubjects(
  { kept }: FindingModels,
  kind: FindingKind,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = subjects.map((subject) => keptId(kind, subject));
  const found = await kept.find({ _id: { $in: ids } }).toArray();
  return new Set(found.map(({ _id }) => _id.slice(kind.length + 1)));
}

async function keepFinding(
  { kept }: FindingModels,
  kind: FindingKind,
  subject: string,
  at: string,
): Promise<void> {
  await kept.updateOne({ _id: keptId(kind, subject) }, { $set: { at: new Date(at) } }, { upsert: true });
}

async function forgetKept(
  { kept }: FindingModels,
  kind: FindingKind,
  subjects: readonly string[],
): Promise<void> {
  if (subjects.length > 0) {
    await kept.deleteMany({ _id: { $in: subjects.map((subject) => keptId(kind, subject)) } });
  }
}

async function listFindings(
  { model }: FindingModels,
  reconciliationId: string,
  query: FindingQuery,
): Promise<Page<Finding>> {
  const filter = filterOf(reconciliationId, query);
  const [{ documents, next }, total] = await Promise.all([
    readPage<FindingDocument>(model.find(filter), { _id: 1 }, query),
    model.countDocuments(filter),
  ]);
  return { items: documents.map(presentFinding), total, next };
}

async function* streamFindings(
  { findings }: FindingModels,
  reconciliationId: string,
  query: Pick<FindingQuery, 'kind' | 'resolved'>,
): AsyncIterable<Finding> {
  for await (const document of findings.find(filterOf(reconciliationId, query)).sort({ _id: 1 })) {
    yield presentFinding(document);
  }
}

async function pendingOf(
  { findings }: FindingModels,
  { jobId, after }: { readonly jobId: string; readonly after: string },
  limit: number,
): Promise<readonly Finding[]> {
  const documents = await findings
    .find({ 'resolution.jobId': jobId, 'resolution.status': 'pending', _id: { $gt: after } })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  return documents.map(presentFinding);
}

async function noteImports(
  { findings }: FindingModels,
  findingId: string,
  importIds: readonly string[],
): Promise<void> {
  await findings.updateOne(
    { _id: findingId, 'resolution.status': 'pending' },
    { $set: { 'resolution.importIds': [...importIds] } },
  );
}

async function settleFinding(
  { findings }: FindingModels,
  findingId: string,
  error: string | null,
  jobId: string,
): Promise<void> {
  await findings.updateOne(
    { _id: findingId, 'resolution.jobId': jobId },
    {
      $set:
        error === null
          ? { 'resolution.status': 'done', error: null }
          : { resolution: null, error, refusedBy: jobId },
    },
  );
}

async function remediesOf({ model, findings }: FindingModels, jobId: string): Promise<RemedyTally> {
  const [resolved, failed, refused] = await Promise.all([
    model.countDocuments({ 'resolution.jobId': jobId, 'resolution.status': 'done' }),
    model.countDocuments({ refusedBy: jobId }),
    findings.find({ refusedBy: jobId }).sort({ _id: -1 }).limit(1).toArray(),
  ]);
  return { resolved, failed, lastRefusal: refused[0]?.error ?? '' };
}

/** The number of findings of each kind, and how many are resolved. */
export async function countFindings(
  connection: Connection,
  reconciliationId: string,
): Promise<{ readonly counts: FindingCounts; readonly resolved: number }> {
  const rows = await findingModel(connection).aggregate<{
    _id: FindingKind;
    count: number;
    resolved: number;
  }>([
    { $match: { reconciliationId } },
    {
      $group: {
        _id: '$kind',
        count: { $sum: 1 },
        resolved: { $sum: { $cond: [{ $eq: ['$resolution', null] }, 0, 1] } },
      },
    },
  ]);
  const byKind = new Map(rows.map((row) => [row._id, row.count]));
  return {
    counts: Object.fromEntries(FINDING_KINDS.map((kind) => [kind, byKind.get(kind) ?? 0])) as FindingCounts,
    resolved: rows.reduce((sum, row) => sum + row.resolved, 0),
  };
}

function keptId(kind: FindingKind, subject: string): string {
  return `${kind}/${subject}`;
}

function filterOf(
  reconciliationId: string,
  { kind, resolved }: Pick<FindingQuery, 'kind' | 'resolved'>,
): mongo.Filter<FindingDocument> {
  return {
    reconciliationId: { $eq: reconciliationId },
    ...(kind === undefined ? {} : { kind: { $eq: kind } }),
    ...(resolved === undefined ? {} : { resolution: resolved ? { $ne: null } : { $eq: null } }),
  };
}

function newFinding(
  reconciliationId: string,
  { kind, subject, psaTicketId, leadId, details, remedies, ticketIds }: NewFinding,
  { resolution, at }: { readonly resolution: Resolution | null; readonly at: Date },
): FindingDocument {
  const digest = createHash('sha256').update(`${reconciliationId}/${kind}/${subject}`).digest('hex');
  return {
    _id: `fnd_${digest.slice(0, 24)}`,
    ...{ reconciliationId, kind, subject, psaTicketId, leadId },
    details: { ...details },
    remedies: [...remedies],
    ticketIds: [...ticketIds],
    resolution: resolution === null ? null : { ...resolution, at: new Date(resolution.at) },
    error: null,
    refusedBy: null,
    createdAt: at,
  };
}

function upsertOf({ _id, ...fields }: FindingDocument): mongo.AnyBulkWriteOperation<FindingDocument> {
  return { updateOne: { filter: { _id }, update: { $setOnInsert: fields }, upsert: true } };
}

function presentFinding({ _id, resolution, ...document }: FindingDocument): Finding {
  const { kind, subject, psaTicketId, leadId, details, remedies, ticketIds, error } = document;
  return {
    ...{ findingId: _id, kind, subject, psaTicketId, leadId, details, ticketIds, error },
    remedies,
    resolution: presentResolution(resolution),
    ...(resolution?.importIds === undefined ? {} : { importIds: resolution.importIds }),
  };
}

function presentResolution(resolution: FindingDocument['resolution']): Resolution | null {
  if (resolution === null) {
    return null;
  }
  const { remedy, status, by, at, automatic } = resolution;
  return { remedy, status, by, at: at.toISOString(), automatic };
}
