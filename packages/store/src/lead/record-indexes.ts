import type { Index } from '../define-model.js';
import { nameCollation } from './name-collation.js';

/**
 * The indexes for the filters of lists of leads, prospects and opportunities; see `RecordQuery`.
 *
 * @param sourceField the field with the source that created the lead
 */
export function indexesForLists(sourceField: 'source' | 'createdSource'): readonly Index[] {
  return [
    [{ 'lead.email': 1 }],
    [
      { 'lead.company.name': 1, _id: 1 },
      { name: 'company_name', collation: nameCollation },
    ],
    [{ status: 1, _id: 1 }],
    [{ [sourceField]: 1, _id: 1 }],
    [{ updatedAt: 1, _id: 1 }],
  ];
}
