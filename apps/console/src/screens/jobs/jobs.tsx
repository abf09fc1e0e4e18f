import { Box, Group } from '@mantine/core';

import type { JobListResponse, JobView } from '@leadbridge/contracts';

import { asTime, column } from '../../parts/column.js';
import { To } from '../../parts/links.js';
import { ListScreen } from '../../parts/list-screen.js';
import { Rows } from '../../parts/rows-bar.js';
import { sourceFilter, sourceLabel } from '../../parts/source-label.js';
import { doerOf } from '../../parts/names.js';
import { Status } from '../../parts/status.js';
import { jobName, tookOf } from './job-name.js';

const statuses = ['queued', 'active', 'completed', 'failed', 'cancelled'];

export function Jobs() {
  return (
    <ListScreen<JobView, JobListResponse>
      title="Jobs"
      path="/jobs"
      filters={[
        {
          name: 'type',
          label: 'Type',
          values: [
            ...['bulk_import', 'lead_import', 'undo_import'],
            ...['opt_out_list', 'prospect_conversion', 'erasure'],
          ],
        },
        { name: 'status', label: 'Status', values: statuses },
        sourceFilter,
        { name: 'lead_id', label: 'Lead' },
      ]}
      rowsOf={({ jobs }) => jobs}
      keyOf={({ job_id: id }) => id}
      columns={[
        column(
          'Job',
          (job) => jobName(job),
          (name, { job_id: id }) => (
            <Box miw={150}>
              <To path={`/jobs/${id}`}>{name}</To>
            </Box>
          ),
        ),
        column(
          'Status',
          ({ status }) => status,
          (status, { dry_run: isDryRun }) => (
            <Group gap={4} wrap="nowrap">
              <Status value={status} />
              {isDryRun === true ? <Status value="Dry run" tone="blue" /> : null}
            </Group>
          ),
        ),
        column('Source', ({ source }) => source, sourceLabel),
        { name: 'Rows', show: Rows, sortBy: ({ progress }) => progress.total },
        column('Requested by', ({ requested_by: id, requested_by_name: name }) => doerOf(name ?? id)),
        column('Requested', ({ created_at: at }) => at, asTime),
        { name: 'Duration', show: (job) => tookOf(job) ?? '–' },
      ]}
      empty="There are no jobs. They come from imports, conversions and notifications of the PSA."
    />
  );
}
