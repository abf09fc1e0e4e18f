import type { JobRowView } from '@leadbridge/contracts';

import { csvTable } from './csv-table.js';

const columns = [
  'index',
  'success',
  'lead_id',
  'psa_ticket_id',
  'result',
  'error',
  'code',
  'suggestion',
  'reason',
  'warnings',
  'suppressed_by',
  'suppression_id',
  'fields_restored',
  'fields_kept',
  'plan',
  'planned',
  'current',
  'row',
  'name',
  'company',
  'company_match',
] as const;

export function jobRowsAsCsv(rows: AsyncIterable<JobRowView>): AsyncIterable<string> {
  return csvTable(columns, rows);
}
