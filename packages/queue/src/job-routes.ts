import type { QueueKey } from './catalog.js';

/** The kinds of work, by the queue that carries them. */
export const jobRoutes = {
  lead_import: 'leadImports',
  bulk_import: 'bulkImports',
} as const satisfies Record<string, QueueKey>;

export type RoutedJobType = keyof typeof jobRoutes;
