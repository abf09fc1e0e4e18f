import type { ImportMapping, ImportMappings } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { writeAudit } from '../audit/write-audit.js';
import { collectionOf } from '../collection-of.js';
import { isoTimes } from '../times-of.js';
import { importMappingModel, type ImportMappingDocument } from './import-mapping-model.js';

export function createImportMappings(connection: Connection): ImportMappings {
  const mappings = collectionOf<ImportMappingDocument>(importMappingModel(connection));
  return {
    async list() {
      const found = await mappings.find().sort({ _id: 1 }).toArray();
      return found.map(present);
    },

    async save({ name, columns, updatedAt, updatedBy }, max, audit) {
      const at = new Date(updatedAt);
      return await connection.transaction(async (session) => {
        // Two users who add the last one at the same moment exceed the limit by one, which is harmless.
        const others = await mappings.countDocuments({ _id: { $ne: name } }, { limit: max, session });
        if (others === max) {
          return false;
        }
        const before = await mappings.findOneAndReplace(
          { _id: name },
          { columns, updatedAt: at, updatedBy },
          { upsert: true, returnDocument: 'before', session },
        );
        await writeAudit(connection, audit(before === null ? null : present(before)), at, session);
        return true;
      });
    },

    async remove(name, now, audit) {
      return await connection.transaction(async (session) => {
        const before = await mappings.findOneAndDelete({ _id: name }, { session });
        if (before === null) {
          return false;
        }
        await writeAudit(connection, audit(present(before)), new Date(now), session);
        return true;
      });
    },
  };
}

function present({ _id: name, ...mapping }: ImportMappingDocument): ImportMapping {
  return { name, ...isoTimes(mapping) };
}
