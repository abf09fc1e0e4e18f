import { Alert, Button, Group, List, Stack, Text, VisuallyHidden } from '@mantine/core';
import { TbAlertTriangle, TbCheck } from 'react-icons/tb';

import type { CheckPsaResponse, JobListResponse, JobView } from '@leadbridge/contracts';

import { useRead, useWrite } from '../../api/hooks.js';
import { counted } from '../../parts/format.js';
import { Empty, ErrorState, Read } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { useMay } from '../../session/session.js';
import { isFinished, useJob } from '../jobs/use-job.js';
import { Waiting } from '../jobs/waiting.js';
import { Section } from '../../parts/section.js';

/** What the last look at the PSA has found, and a button for another one. */
export function ConnectionCheck() {
  const may = useMay();
  const { data, error, refetch } = useRead<JobListResponse>('/jobs', { type: 'psa_check', limit: 1 });
  const check = useWrite(['/jobs', '/health']);
  const last = data?.jobs[0];
  const isRunning = last !== undefined && !isFinished(last);
  return (
    <Section title="Connection check">
      <Stack>
        <ErrorState error={error} retry={() => void refetch()} />
        {data !== undefined && last === undefined ? (
          <Empty>The connection was not checked within the last 30 days.</Empty>
        ) : null}
        {last === undefined ? null : <LastCheck key={last.job_id} jobId={last.job_id} />}
        {may('config.manage') ? (
          <Group>
            <Button
              variant="default"
              loading={check.isPending || isRunning}
              onClick={() => check.mutate({ method: 'POST', path: '/psa/check', body: {} })}
            >
              Check now
            </Button>
            <Text size="sm">Makes some ten requests of the budget, and writes nothing.</Text>
          </Group>
        ) : null}
        <ErrorState error={check.error} />
      </Stack>
    </Section>
  );
}

function LastCheck({ jobId }: { readonly jobId: string }) {
  return (
    <Read query={useJob(jobId)} what="the last check">
      {(job) => (isFinished(job) ? <Outcome job={job} /> : <UnderWay job={job} />)}
    </Read>
  );
}

function UnderWay({ job: { waiting_for: wait } }: { readonly job: JobView }) {
  return <Text role="status">The check is under way. {wait === null ? null : <Waiting wait={wait} />}</Text>;
}

function Outcome({ job }: { readonly job: JobView }) {
  return (
    <>
      {job.error === null ? null : (
        <Alert color="red" title="The check failed">
          {job.error.message}
        </Alert>
      )}
      {job.result === null ? null : <Findings found={job.result as CheckPsaResponse} />}
      <Text size="sm">
        Checked <Time iso={job.finished_at} />, requested by {job.requested_by_name ?? job.requested_by}.
      </Text>
    </>
  );
}

function Findings({ found: { ready, problems, checked } }: { readonly found: CheckPsaResponse }) {
  return (
    <>
      <Alert color={ready ? 'green' : 'red'} role="status">
        {ready ? 'The PSA has what jobs need.' : 'The PSA lacks what jobs need: they wait.'}{' '}
        {problems.length === 0 ? `${counted(checked.length, 'check')} passed.` : null}
      </Alert>
      <List listStyleType="none" spacing={4} aria-label="Checks">
        {problems.map(({ level, message }) => (
          <Check
            key={message}
            isPassed={false}
            name={level === 'error' ? 'Error' : 'Warning'}
            text={message}
          />
        ))}
        {checked.map((message) => (
          <Check key={message} isPassed name="Passed" text={message} />
        ))}
      </List>
    </>
  );
}

function Check({
  isPassed,
  name,
  text,
}: {
  readonly isPassed: boolean;
  readonly name: string;
  readonly text: string;
}) {
  const Mark = isPassed ? TbCheck : TbAlertTriangle;
  return (
    <List.Item
      icon={<Mark size={16} aria-hidden color={`var(--mantine-color-${isPassed ? 'green' : 'red'}-7)`} />}
    >
      {isPassed ? <VisuallyHidden>{name}: </VisuallyHidden> : <b>{name}: </b>}
      {text}
    </List.Item>
  );
}
