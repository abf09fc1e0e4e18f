import { given, type Clock } from '@leadbridge/platform';
import type { AuditLog, AuditRecord, AuditRecordQuery, Retention } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { readPage } from '../read-page.js';
import { auditModel, type AuditDocument } from './audit-model.js';
import { auditDocument } from './write-audit.js';

export function createAuditLog(connection: Connection, clock: Clock): AuditLog & Retention {
  const entries = auditModel(connection);

  return {
    async record(entry) {
      await collectionOf(entries).insertOne(auditDocument(entry, new Date(clock.now())));
    },

    async list(query) {
      const filter = filterOf(query);
      const [{ documents, next }, total] = await Promise.all([
        readPage<AuditDocument>(entries.find(filter), { at: -1, _id: -1 }, query),
        isEmpty(filter) ? entries.estimatedDocumentCount() : entries.countDocuments(filter),
      ]);
      return { items: documents.map(presentEntry), total, next };
    },

    async removeBefore(moment) {
      const { deletedCount } = await entries.deleteMany({ at: { $lt: moment } });
      return deletedCount;
    },
  };
}

/** The size of the unfiltered log comes from the metadata of the collection. */
function isEmpty(filter: object): boolean {
  return Object.keys(filter).length === 0;
}

function filterOf(query: AuditRecordQuery): object {
  const { action, actorId, targetType, targetId, from, to } = query;
  const at = given({ $gte: from, $lte: to });
  return {
    ...given({ action, 'actor.id': actorId, 'target.type': targetType, 'target.id': targetId }),
    ...(isEmpty(at) ? {} : { at }),
  };
}

function presentEntry({ _id: auditId, at, ...entry }: AuditDocument): AuditRecord {
  return { auditId, at: at.toISOString(), ...entry };
}
