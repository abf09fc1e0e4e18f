import { Alert, Group, Progress, Stack, Text, Title } from '@mantine/core';

import type { JobView } from '@leadbridge/contracts';

import { useReachable } from '../../api/reachable.js';
import { Facts } from '../../parts/facts.js';
import { formatNumber, inWords } from '../../parts/format.js';
import { To } from '../../parts/links.js';
import { useParam } from '../../parts/params.js';
import { ErrorState, Loading } from '../../parts/states.js';
import { Status } from '../../parts/status.js';
import { Time } from '../../parts/time.js';
import { JobActions } from './job-actions.js';
import { JobResults } from './job-results.js';
import { isFinished, useJob } from './use-job.js';
import { Waiting } from './waiting.js';

/** One job: how far it is, what came of it, and what may be done about it. */
export function JobScreen() {
  const jobId = useParam('jobId');
  const { data: job, error, refetch } = useJob(jobId);
  if (job === undefined) {
    return error === null ? (
      <Loading what="the job" />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    );
  }
  return (
    <Stack>
      <Group>
        <Title order={1}>{titleOf(job)}</Title>
        <Status value={job.status} />
      </Group>
      {job.dry_run === true ? (
        <Alert color="blue">
          This was a dry run: nothing was written. The results show what an import would do.
        </Alert>
      ) : null}
      <ProgressOf job={job} />
      {job.error === null ? null : (
        <Alert color="red" role="alert" title={job.error.code}>
          {job.error.message}
        </Alert>
      )}
      <JobActions job={job} />
      <Facts
        facts={[
          ['Job', job.job_id],
          ['Requested by', job.requested_by],
          ['Requested', <Time key="asked" iso={job.created_at} />],
          ['Finished', <Time key="finished" iso={job.finished_at} />],
          ...(job.parent_job_id === null
            ? []
            : [
                [
                  'Belongs to',
                  <To key="parent" path={`/jobs/${job.parent_job_id}`}>
                    {job.parent_job_id}
                  </To>,
                ] as const,
              ]),
        ]}
      />
      {job.type === 'bulk_import' || job.type === 'undo_import' ? <JobResults jobId={jobId} /> : null}
    </Stack>
  );
}

function titleOf({ type, dry_run: isDryRun }: JobView): string {
  return isDryRun === true ? `${inWords(type)}, dry run` : inWords(type);
}

function ProgressOf({ job }: { readonly job: JobView }) {
  const isReachable = useReachable();
  const { total, processed, successful, failed } = job.progress;
  const share = total === 0 ? 0 : (processed / total) * 100;
  return (
    <Stack gap="xs">
      <Progress value={share} aria-label="Progress" size="lg" />
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
              Expected to finish: <Time iso={job.estimated_finish_at} />
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
