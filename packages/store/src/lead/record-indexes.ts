import type { Schema } from 'mongoose';

import { nameCollation } from './name-collation.js';

/**
 * The indexes of the filters that lists of leads, prospects and opportunities have; see `RecordQuery`.
 *
 * @param sourceField holds the source that created the lead
 */
export function indexForLists<T>(schema: Schema<T>, sourceField: 'source' | 'createdSource'): void {
  schema.index({ 'lead.email': 1 });
  schema.index({ 'lead.company.name': 1, _id: 1 }, { name: 'company_name', collation: nameCollation });
  schema.index({ status: 1, _id: 1 });
  schema.index({ [sourceField]: 1, _id: 1 });
  schema.index({ updatedAt: 1, _id: 1 });
}
