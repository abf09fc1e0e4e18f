import type { SuppressionView } from '@leadbridge/contracts';
import type { Suppression } from '@leadbridge/usecases';

import { csvTable } from './csv-table.js';
import { presentSuppression } from './suppression.js';

const columns = [
  'id',
  'status',
  'status_reason',
  'error',
  'provider',
  'email',
  'first_name',
  'last_name',
  'company_name',
  'reason',
  'gates',
  'origin',
  'requested_by',
  'requested_at',
  'status_changed_at',
  'attempts',
  'last_attempt_at',
  'next_attempt_at',
  'retried_until',
  'ticket_id',
  'lead_id',
  'ticket_pending',
  'domain',
  'external_id',
] as const satisfies readonly (keyof SuppressionView)[];

export function suppressionsAsCsv(entries: AsyncIterable<Suppression>): AsyncIterable<string> {
  return csvTable<SuppressionView>(columns, views(entries));
}

async function* views(entries: AsyncIterable<Suppression>): AsyncIterable<SuppressionView> {
  for await (const entry of entries) {
    yield presentSuppression(entry);
  }
}
