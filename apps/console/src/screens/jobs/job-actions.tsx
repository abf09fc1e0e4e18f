import { Button, Group, Switch, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import type { JobView } from '@leadbridge/contracts';

import { useWrite } from '../../api/hooks.js';
import { addressOf } from '../../api/leadbridge.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { download } from '../../parts/download.js';
import { counted, formatNumber } from '../../parts/format.js';
import { ErrorState } from '../../parts/states.js';
import { useMay } from '../../session/session.js';
import type { FailedRow } from '../import/file/failed-rows.js';
import { rememberSent, sentFileOf } from '../import/file/sent-files.js';
import { usePlanCounts } from './plan-counts.js';
import { readRows } from './read-rows.js';
import { UndoButton } from './undo-button.js';
import { isFinished } from './use-job.js';

interface Started {
  readonly job_id?: string;
}

/** What may be done about a job now, by who may. */
export function JobActions({ job }: { readonly job: JobView }) {
  const may = useMay();
  const { ask, isPending, error } = useJobRequest(job);
  const isBulk = job.type === 'bulk_import';
  const isImport = isBulk || job.type === 'lead_import';
  const isDone = isFinished(job);
  const { failed, successful } = job.progress;
  return (
    <>
      <ErrorState error={error} />
      <Group>
        {may('data.sync') && !isDone ? (
          <ConfirmButton
            label="Cancel the job"
            question="Rows that are done stay imported; the rest are not started."
            confirm="Cancel it"
            onConfirm={() => ask('cancel', {})}
            loading={isPending}
          />
        ) : null}
        {may('data.sync') && isDone && isImport && job.dry_run === true ? (
          <Commit job={job} onCommit={(body) => ask('commit', body)} loading={isPending} />
        ) : null}
        {isDone && isBulk && failed > 0 ? <FailedRows job={job} /> : null}
        {may('data.sync') && isDone && isBulk && job.dry_run !== true && failed > 0 ? (
          <Button variant="default" loading={isPending} onClick={() => ask('retry', undefined)}>
            Retry failed rows
          </Button>
        ) : null}
        {may('data.sync') && isDone && isImport && job.dry_run !== true && successful > 0 ? (
          <UndoButton job={job} onUndo={() => ask('undo', {})} isPending={isPending} />
        ) : null}
      </Group>
    </>
  );
}

/** Asks for something to be done about a job, and goes to the job that does it. */
function useJobRequest(job: JobView) {
  const navigate = useNavigate();
  const write = useWrite<Started>(['/jobs']);
  const ask = (action: 'cancel' | 'retry' | 'commit' | 'undo', body: unknown): void => {
    write.mutate(
      { method: 'POST', path: `/jobs/${job.job_id}/${action}`, body, isOnce: action !== 'cancel' },
      {
        onSuccess: ({ job_id: next } = {}) => {
          const file = sentFileOf(job.job_id);
          if (next !== undefined && next !== job.job_id) {
            if (action === 'commit' && file !== null) {
              rememberSent(next, file);
            }
            void navigate({ to: `/jobs/${next}`, search: {} });
          }
        },
      },
    );
  };

  return { ask, isPending: write.isPending, error: write.error };
}

/** Carries out what the dry run showed. */
function Commit({
  job,
  onCommit,
  loading,
}: {
  readonly job: JobView;
  readonly onCommit: (body: unknown) => void;
  readonly loading: boolean;
}) {
  const [applyChanged, setApplyChanged] = useState(false);
  const { data, isPending } = usePlanCounts(job.job_id);
  const { created = 0, updated = 0 } = data?.results ?? {};
  const left = job.progress.successful - created - updated;
  return (
    <>
      <Button
        disabled={data !== undefined && created + updated === 0}
        loading={loading || isPending}
        onClick={() => onCommit({ if_changed: applyChanged ? 'apply' : 'skip' })}
      >
        Import {data === undefined ? 'the leads' : counted(created + updated, 'lead')}
      </Button>
      {data === undefined ? null : (
        <Text size="sm">
          {formatNumber(created)} created, {formatNumber(updated)} updated, {formatNumber(left)} left as they
          are
        </Text>
      )}
      <Switch
        label="Also rows whose result has changed since"
        description="Otherwise they fail, and say what has changed."
        checked={applyChanged}
        onChange={(event) => setApplyChanged(event.currentTarget.checked)}
      />
    </>
  );
}

/** The rows that failed: as they stood in their file where it is still here, else as the service tells of them. */
function FailedRows({ job }: { readonly job: JobView }) {
  const file = sentFileOf(job.job_id);
  const name = `failed-${(file?.name ?? job.job_id).replace(/\.\w+$/u, '')}.csv`;
  const give = useMutation({
    mutationFn: async () => {
      const rows = await readFailedRows(job.job_id);
      download(name, (await file?.worker.do('failed', { rows })) ?? '', 'text/csv;charset=utf-8');
    },
  });
  if (file === null) {
    const address = addressOf(`/jobs/${job.job_id}/results`, { status: 'failed', format: 'csv' });
    return (
      <Button component="a" href={address} download={name} variant="default">
        Failed rows as CSV
      </Button>
    );
  }
  return (
    <>
      <Button variant="default" loading={give.isPending} onClick={() => give.mutate()}>
        Failed rows as CSV
      </Button>
      <ErrorState error={give.error} />
    </>
  );
}

async function readFailedRows(jobId: string): Promise<readonly FailedRow[]> {
  const rows = await readRows(jobId, { status: 'failed' });
  return rows.map(({ index, error, code = '', suggestion = '' }) => ({
    index,
    error: error ?? '',
    code,
    suggestion,
  }));
}
