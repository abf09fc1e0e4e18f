import type { JobRowView, Pagination } from '@leadbridge/contracts';

import { send } from '../../api/leadbridge.js';
import type { FailedRow } from '../import/file/failed-rows.js';

const rowsPerPage = 1_000;

/** All rows of a job that failed, page after page. */
export async function readFailedRows(jobId: string): Promise<readonly FailedRow[]> {
  const rows: FailedRow[] = [];
  let cursor: string | null = null;
  do {
    const page: { results: readonly JobRowView[]; pagination: Pagination } = await send(
      'GET',
      `/jobs/${jobId}/results`,
      {
        query: { status: 'failed', limit: rowsPerPage, cursor: cursor ?? undefined },
      },
    );
    rows.push(
      ...page.results.map(({ index, error = '', code = '', suggestion = '' }) => ({
        index,
        error,
        code,
        suggestion,
      })),
    );
    cursor = page.pagination.next_cursor;
  } while (cursor !== null);
  return rows;
}
