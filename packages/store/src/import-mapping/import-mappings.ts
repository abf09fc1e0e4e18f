import type { ImportMapping, ImportMappings } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

interface ImportMappingDocument {
  /** The name. */
  _id: string;
  columns: ImportMapping['columns'];
  updatedAt: Date;
  updatedBy: string;
}

export function createImportMappings(connection: Connection): ImportMappings {
  const mappings = connection.collection<ImportMappingDocument>('import_mappings');
  return {
    async list() {
      const found = await mappings.find().sort({ _id: 1 }).toArray();
      return found.map(({ _id: name, columns, updatedAt, updatedBy }) => ({
        name,
        columns,
        updatedAt: updatedAt.toISOString(),
        updatedBy,
      }));
    },

    async save({ name, columns, updatedAt, updatedBy }, max) {
      // Two users who add the last one at the same moment exceed the limit by one, which is harmless.
      if ((await mappings.countDocuments({ _id: { $ne: name } }, { limit: max })) === max) {
        return false;
      }
      await mappings.replaceOne(
        { _id: name },
        { columns, updatedAt: new Date(updatedAt), updatedBy },
        { upsert: true },
      );
      return true;
    },

    async remove(name) {
      const { deletedCount } = await mappings.deleteOne({ _id: name });
      return deletedCount === 1;
    },
  };
}
