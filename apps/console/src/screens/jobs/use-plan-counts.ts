import { useQuery } from '@tanstack/react-query';

import { countPlans } from './plan-counts.js';
import { readRows } from './read-rows.js';

/** What the rows of a finished dry run add up to. */
export function usePlanCounts(jobId: string) {
  return useQuery({
    queryKey: [`/jobs/${jobId}/results`, 'counts'],
    queryFn: async ({ signal }) => countPlans(await readRows(jobId, {}, signal)),
    staleTime: Infinity,
  });
}
