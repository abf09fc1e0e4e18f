import type { QueueKey } from './catalog.js';

/** The kinds of work, by the queue that carries them. */
export const jobRoutes = {
  lead_import: 'leadImports',
  bulk_import: 'bulkImports',
  lead_status: 'lifecycle',
  prospect_conversion: 'lifecycle',
  prospect_status: 'lifecycle',
  opportunity_creation: 'lifecycle',
  opportunity_update: 'lifecycle',
  call_record: 'lifecycle',
  dnc_sync: 'optOuts',
  ticket_change: 'ticketChanges',
  erasure: 'erasures',
} as const satisfies Record<string, QueueKey>;

export type RoutedJobType = keyof typeof jobRoutes;
