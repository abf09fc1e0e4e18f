import { useQuery } from '@tanstack/react-query';

import type { JobRowView } from '@leadbridge/contracts';

import { askedOnce } from '../../api/asked-once.js';
import { formatDuration } from '../../parts/format.js';
import { readRows } from './read-rows.js';

/** What the rows of a dry run add up to. */
export interface PlanCounts {
  /** Rows by their result; `failed` for those with errors. */
  readonly results: Readonly<Record<string, number>>;
  /** Clients, contacts and tickets that would be created, each client once. */
  readonly created: { readonly client: number; readonly contact: number; readonly ticket: number };
  /** Rows of which something would be left out. */
  readonly warned: number;
}

/** What the rows of a finished dry run add up to, read once. */
export function usePlanCounts(jobId: string) {
  return useQuery({
    queryKey: [`/jobs/${jobId}/results`, 'counts'],
    queryFn: async ({ signal }) => countPlans(await readRows(jobId, {}, signal)),
    ...askedOnce,
  });
}

function countPlans(rows: readonly JobRowView[]): PlanCounts {
  const results: Record<string, number> = {};
  const clients = new Set<string>();
  const created = { contact: 0, ticket: 0 };
  let warned = 0;
  for (const { result, success, plan, warnings = [] } of rows) {
    const key = success === false ? 'failed' : (result ?? 'pending');
    results[key] = (results[key] ?? 0) + 1;
    warned += warnings.length === 0 ? 0 : 1;
    if (plan?.client?.action === 'create') {
      clients.add(plan.client.name ?? '');
    }
    created.contact += plan?.contact?.action === 'create' ? 1 : 0;
    created.ticket += plan?.ticket?.action === 'create' ? 1 : 0;
  }
  return { results, created: { client: clients.size, ...created }, warned };
}

/** `less than a minute`, `about 12 min`. */
export function roughDuration(seconds: number): string {
  return seconds < 60 ? 'less than a minute' : `about ${formatDuration(seconds * 1_000)}`;
}
