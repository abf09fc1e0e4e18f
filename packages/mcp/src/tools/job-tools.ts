import { cursor, jobId } from '../arguments.js';
import { untrustedData } from '../cut.js';
import { fitPage } from '../fit.js';
import { defineTool } from '../tool.js';

export const jobStatus = defineTool({
  name: 'job_status',
  description: 'The status and progress of a job.',
  keys: { job_id: jobId },
  run: async (path, api) => {
    const { data } = await api.GET('/jobs/{job_id}', {
      // The rows have a tool of their own.
      params: { path, query: { results: 'none' } },
    });
    const { job_id: id, status, progress, dry_run: isDryRun = false } = data;
    return { job_id: id, status, progress, dry_run: isDryRun };
  },
});

/** The bytes of the keys around the items. */
const besideBytes = 40;

export const failedRows = defineTool({
  name: 'failed_rows',
  description: 'The failed rows of an import, and why.',
  keys: { job_id: jobId, cursor },
  run: async ({ job_id: id, cursor: after }, api) => {
    const { items, next } = await fitPage({
      besideBytes,
      read: async (limit) => {
        const { data } = await api.GET('/jobs/{job_id}/results', {
          params: {
            path: { job_id: id },
            query: { status: 'failed', limit, ...(after === undefined ? {} : { cursor: after }) },
          },
        });
        return { items: data.results, next: data.pagination.next_cursor };
      },
      item: ({ index, code = null, name, company, error, suggestion, planned, current }, level) => ({
        index,
        code,
        untrusted: untrustedData({ name, company, error, suggestion, planned, current }, level),
      }),
    });
    return { rows: items, next_cursor: next };
  },
});
