import type { Pagination, SuppressionView, UnpushedStatus } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';

interface ListResponse {
  readonly suppressions: readonly SuppressionView[];
  readonly pagination: Pagination;
}

/** By status, with the newest of each; undefined where they are not read yet. */
export type Unpushed = Readonly<Record<UnpushedStatus, ListResponse | undefined>>;

const shownOptOuts = 5;

/** The opt-outs that their provider does not know of. */
export function useUnpushed(): Unpushed {
  const read = (status: UnpushedStatus) => ({ status, limit: shownOptOuts });
  return {
    pending: useRead<ListResponse>('/suppressions', read('pending')).data,
    failed: useRead<ListResponse>('/suppressions', read('failed')).data,
    unknown_source: useRead<ListResponse>('/suppressions', read('unknown_source')).data,
  };
}
