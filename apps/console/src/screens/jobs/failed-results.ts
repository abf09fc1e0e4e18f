import type { FailedRow } from '../import/file/failed-rows.js';
import { readRows } from './read-rows.js';

export async function readFailedRows(jobId: string): Promise<readonly FailedRow[]> {
  const rows = await readRows(jobId, { status: 'failed' });
  return rows.map(({ index, error, code = '', suggestion = '' }) => ({
    index,
    error: error ?? '',
    code,
    suggestion,
  }));
}
