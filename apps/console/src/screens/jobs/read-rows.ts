import type { JobRowView, Pagination } from '@leadbridge/contracts';

import { send, type QueryValues } from '../../api/leadbridge.js';

const rowsPerPage = 1_000;

/** All rows of a job that fit, page after page. */
export async function readRows(
  jobId: string,
  query: QueryValues,
  signal?: AbortSignal,
): Promise<readonly JobRowView[]> {
  const rows: JobRowView[] = [];
  let cursor: string | null = null;
  do {
    const page: { results: readonly JobRowView[]; pagination: Pagination } = await send(
      'GET',
      `/jobs/${jobId}/results`,
      {
        query: { ...query, limit: rowsPerPage, cursor: cursor ?? undefined },
        ...(signal === undefined ? {} : { signal }),
      },
    );
    rows.push(...page.results);
    cursor = page.pagination.next_cursor;
  } while (cursor !== null);
  return rows;
}
