import type { JobListResponse } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { DataTable } from '../../parts/data-table.js';
import { To } from '../../parts/links.js';
import { Rows } from '../../parts/rows-bar.js';
import { Section } from '../../parts/section.js';
import { ErrorState } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { jobName } from '../jobs/job-name.js';
import { Waiting } from '../jobs/waiting.js';

const shownJobs = 8;

/** The newest jobs that have begun and not ended, with what they wait for. */
export function RunningJobs() {
  const { data, error } = useRead<JobListResponse>('/jobs', { status: 'active', limit: shownJobs });
  const jobs = data?.jobs ?? [];
  if (error === null && jobs.length === 0) {
    return null;
  }
  return (
    <Section title="Running jobs">
      <ErrorState error={error} />
      <DataTable
        label="Running jobs"
        rows={jobs}
        keyOf={({ job_id: id }) => id}
        columns={[
          { name: 'Job', show: (job) => <To path={`/jobs/${job.job_id}`}>{jobName(job)}</To> },
          { name: 'Rows', show: Rows },
          {
            name: 'Waiting',
            show: ({ waiting_for: wait }) => (wait === null ? '–' : <Waiting wait={wait} />),
          },
          { name: 'Expected finish', show: ({ estimated_finish_at: at }) => <Time iso={at} /> },
        ]}
      />
    </Section>
  );
}
