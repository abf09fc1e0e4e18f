import { Alert, Code, Group, Stack, Text, Title } from '@mantine/core';

import type { JobView } from '@leadbridge/contracts';

import { useReachable } from '../../api/reachable.js';
import { CopyId } from '../../parts/copy.js';
import { codesInWords, counted, formatNumber } from '../../parts/format.js';
import { To } from '../../parts/links.js';
import { useParam } from '../../parts/params.js';
import { RowsBar } from '../../parts/rows-bar.js';
import { doerOf } from '../../parts/names.js';
import { sourceLabel } from '../../parts/source-label.js';
import { Unread } from '../../parts/states.js';
import { Status } from '../../parts/status.js';
import { Time } from '../../parts/time.js';
import { useNow } from '../../parts/use-now.js';
import { DryRunSummary } from './dry-run-summary.js';
import { JobActions } from './job-actions.js';
import { jobName, tookOf } from './job-name.js';
import { JobResults } from './job-results.js';
import { isFinished, useJob } from './use-job.js';
import { Waiting } from './waiting.js';

/** One job: how far it is, what came of it, and what may be done about it. */
export function JobScreen() {
  const jobId = useParam('jobId');
  const query = useJob(jobId);
  const { data: job } = query;
  if (job === undefined) {
    return <Unread title="Job" query={query} />;
  }
  const isDone = isFinished(job);
  const isDryRun = job.dry_run === true;
  return (
    <Stack>
      <div>
        <Group>
          <Title order={1}>{jobName(job)}</Title>
          {isDryRun ? <Status value="Dry run" tone="blue" /> : null}
          <Status value={job.status} />
        </Group>
        <About job={job} />
      </div>
      {isDone && isDryRun ? <DryRunSummary job={job} /> : <ProgressOf job={job} />}
      {job.error === null ? null : (
        <Alert color="red" role="alert" title={codesInWords(job.error.message)}>
          <Code>{job.error.code}</Code>
        </Alert>
      )}
      <JobActions job={job} />
      {job.type === 'bulk_import' || job.type === 'undo_import' || job.type === 'opt_out_list' ? (
        <JobResults jobId={jobId} />
      ) : null}
    </Stack>
  );
}

/** Where it comes from, who asked for it, when, and how long it took. */
function About({ job }: { readonly job: JobView }) {
  const { parent_job_id: parent } = job;
  const took = tookOf(job);
  return (
    <Text size="sm" c="dimmed">
      {job.source === undefined ? null : `Source ${sourceLabel(job.source)} · `}
      {doerOf(job.requested_by_name ?? job.requested_by)} · <Time iso={job.created_at} />
      {took === null ? null : ` · took ${took}`}
      {parent === null ? null : (
        <>
          {' · '}
          <To path={`/jobs/${parent}`}>{job.type === 'undo_import' ? 'The import' : 'The job before it'}</To>
        </>
      )}
      {' · '}
      <CopyId id={job.job_id} name="job ID" />
    </Text>
  );
}

function ProgressOf({ job }: { readonly job: JobView }) {
  const isReachable = useReachable();
  const now = useNow();
  const { total, processed, successful, failed } = job.progress;
  return (
    <Stack gap="xs">
      <RowsBar progress={job.progress} label="Progress" />
      <Text role="status">
        {formatNumber(processed)} of {formatNumber(total)} done: {formatNumber(successful)} succeeded,{' '}
        {formatNumber(failed)} failed.
      </Text>
      {isFinished(job) ? null : (
        <Text c="dimmed">
          {job.estimated_finish_at === null ? (
            'The expected finish is not known yet.'
          ) : (
            <>
              {rateOf(job, now)} Expected to finish <Time iso={job.estimated_finish_at} />.
            </>
          )}
          {job.waiting_for === null ? null : (
            <>
              {' '}
              <Waiting wait={job.waiting_for} />.
            </>
          )}
          {isReachable ? '' : ' Connection lost; reconnecting …'}
        </Text>
      )}
    </Stack>
  );
}

/** Rows in a minute so far. */
function rateOf({ started_at: start, progress: { processed } }: JobView, now: number): string {
  const minutes = start === null ? 0 : (now - Date.parse(start)) / 60_000;
  return minutes < 0.5 ? '' : `About ${counted(Math.round(processed / minutes), 'row')} a minute.`;
}
