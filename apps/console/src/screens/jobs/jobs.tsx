import type { JobListAnswer, JobView } from '@leadbridge/contracts';

import { formatDuration, inWords } from '../../parts/format.js';
import { ListScreen } from '../../parts/list-screen.js';
import { Time } from '../../parts/time.js';

const types = ['import_lead', 'bulk_import'];
const statuses = ['queued', 'active', 'completed', 'failed', 'cancelled'];

export function Jobs() {
  return (
    <ListScreen<JobView, JobListAnswer>
      title="Jobs"
      path="/jobs"
      filters={[
        { name: 'type', label: 'Type', values: types },
        { name: 'status', label: 'Status', values: statuses },
        { name: 'source', label: 'Source' },
      ]}
      rowsOf={({ jobs }) => jobs}
      keyOf={({ job_id: id }) => id}
      columns={[
        { name: 'Job', show: ({ type }) => inWords(type) },
        { name: 'Status', show: ({ status }) => inWords(status) },
        { name: 'Rows', show: ({ progress }) => `${progress.processed} of ${progress.total}` },
        { name: 'Asked', show: ({ created_at: at }) => <Time iso={at} /> },
        { name: 'Took', show: tookOf },
      ]}
      empty="No job fits. Jobs come from imports, conversions and notifications of the PSA."
    />
  );
}

function tookOf({ started_at: start, finished_at: end }: JobView): string {
  return start === null || end === null ? '–' : formatDuration(Date.parse(end) - Date.parse(start));
}
