import { createHash } from 'node:crypto';

import { FINDING_KINDS, type FindingKind } from '@leadbridge/domain';
import type { FindingCounts } from '@leadbridge/contracts';
import { given } from '@leadbridge/platform';
import type {
  Finding,
  FindingQuery,
  NewFinding,
  ReconciliationStore,
  Resolution,
} from '@leadbridge/usecases';
import type { Connection, mongo } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { listPage } from '../read-page.js';
import { findingModel, keptFindingModel, type FindingDocument } from './reconciliation-models.js';

export function createFindings(connection: Connection) {
  const model = findingModel(connection);
  const findings = collectionOf<FindingDocument>(model);

  return {
    async clearFindings(reconciliationId) {
      await findings.deleteMany({ reconciliationId, resolution: null });
    },

    async addFindings(reconciliationId, added, resolution) {
      if (added.length > 0) {
        const at = new Date();
        await findings.bulkWrite(
          added.map((finding) => upsertOf(newFinding(reconciliationId, finding, { resolution, at }))),
          { ordered: false },
        );
      }
    },

    async findings(reconciliationId, query) {
      const filter = filterOf(reconciliationId, query);
      return await listPage(model, query, { filter, order: { _id: 1 }, present: presentFinding });
    },

    async *streamFindings(reconciliationId, query) {
      for await (const document of findings.find(filterOf(reconciliationId, query)).sort({ _id: 1 })) {
        yield presentFinding(document);
      }
    },
  } satisfies Partial<ReconciliationStore>;
}

/** The findings that people want to keep as they are. */
export function createKeptFindings(connection: Connection) {
  const kept = collectionOf(keptFindingModel(connection));
  return {
    async keptSubjects(kind, subjects) {
      const ids = subjects.map((subject) => keptId(kind, subject));
      const found = await kept.find({ _id: { $in: ids } }).toArray();
      return new Set(found.map(({ _id }) => _id.slice(kind.length + 1)));
    },

    async keep(kind, subject, at) {
      await kept.updateOne({ _id: keptId(kind, subject) }, { $set: { at: new Date(at) } }, { upsert: true });
    },

    async forgetKept(kind, subjects) {
      if (subjects.length > 0) {
        await kept.deleteMany({ _id: { $in: subjects.map((subject) => keptId(kind, subject)) } });
      }
    },
  } satisfies Partial<ReconciliationStore>;
}

/** The findings that a remedy is applied to. */
export function createRemedyProgress(connection: Connection) {
  const model = findingModel(connection);
  const findings = collectionOf<FindingDocument>(model);

  return {
    async pendingOf(jobId, limit, after) {
      const documents = await findings
        .find({ 'resolution.jobId': jobId, 'resolution.status': 'pending', _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return documents.map(presentFinding);
    },

    async noteImports(findingId, importIds, ticketsLeft) {
      await findings.updateOne(
        { _id: findingId, 'resolution.status': 'pending' },
        { $set: { 'resolution.importIds': [...importIds], 'resolution.ticketsLeft': ticketsLeft } },
      );
    },

    async settle(findingId, error, jobId) {
      await findings.updateOne(
        { _id: findingId, 'resolution.jobId': jobId },
        {
          $set:
            error === null
              ? { 'resolution.status': 'done', error: null }
              : { resolution: null, error, refusedBy: jobId },
        },
      );
    },

    async remediesOf(jobId) {
      const [resolved, failed, refused] = await Promise.all([
        model.countDocuments({ 'resolution.jobId': jobId, 'resolution.status': 'done' }),
        model.countDocuments({ refusedBy: jobId }),
        findings.find({ refusedBy: jobId }).sort({ _id: -1 }).limit(1).toArray(),
      ]);
      return { resolved, failed, lastRefusal: refused[0]?.error ?? '' };
    },
  } satisfies Partial<ReconciliationStore>;
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
    ...given({ importIds: resolution?.importIds, ticketsLeft: resolution?.ticketsLeft }),
  };
}

function presentResolution(resolution: FindingDocument['resolution']): Resolution | null {
  if (resolution === null) {
    return null;
  }
  const { remedy, status, by, at, automatic } = resolution;
  return { remedy, status, by, at: at.toISOString(), automatic };
}
