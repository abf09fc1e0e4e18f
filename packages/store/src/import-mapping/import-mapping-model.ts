import type { ImportMapping } from '@leadbridge/usecases';

import { defineModel, type DocumentOf } from '../define-model.js';
import { date, mixedList, text } from '../fields.js';

export const importMappingModel = defineModel({
  name: 'ImportMapping',
  collection: 'import_mappings',
  fields: {
    /** The name. */
    _id: text().personal(),
    columns: mixedList<ImportMapping['columns']>().personal(),
    updatedAt: date(),
    updatedBy: text(),
  },
  erasure: 'searched',
});

export type ImportMappingDocument = DocumentOf<typeof importMappingModel>;
