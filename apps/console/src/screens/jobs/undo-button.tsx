import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';

import type { JobRowView, JobView } from '@leadbridge/contracts';

import { dryRunOnce } from '../../api/asked-once.js';
import { runJob } from '../../api/run-job.js';
import { counted } from '../../parts/format.js';
import { ErrorState, Loading } from '../../parts/states.js';
import { roughDuration } from './plan-counts.js';
import { readRows } from './read-rows.js';

const shownRows = 5;

/** Says what an undo would do, by its dry run, before it is done. */
export function UndoButton({
  job,
  onUndo,
  isPending,
}: {
  readonly job: JobView;
  readonly onUndo: () => void;
  readonly isPending: boolean;
}) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" loading={isPending} onClick={open}>
        Undo import
      </Button>
      <Modal opened={isOpen} onClose={close} title="Undo import">
        {isOpen ? (
          <Plan
            jobId={job.job_id}
            onClose={close}
            onUndo={() => {
              close();
              onUndo();
            }}
          />
        ) : null}
      </Modal>
    </>
  );
}

interface UndoPlan {
  readonly job: JobView;
  readonly undone: number;
  readonly kept: readonly JobRowView[];
}

/** The dry run of the undo, once it has finished. */
async function planUndo(jobId: string, signal: AbortSignal): Promise<UndoPlan> {
  const job = await runJob(`/jobs/${jobId}/undo`, { dry_run: true }, signal);
  if (job.error !== null) {
    throw new Error(job.error.message);
  }
  const rows = await readRows(job.job_id, {}, signal);
  return {
    job,
    undone: rows.filter(({ result }) => result === 'undone').length,
    kept: rows.filter(({ result, fields_kept: kept = [] }) => result === 'kept' || kept.length > 0),
  };
}

function Plan({
  jobId,
  onUndo,
  onClose,
}: {
  readonly jobId: string;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}) {
  const { data, error } = useQuery({
    queryKey: [`/jobs/${jobId}/undo`, 'plan'],
    queryFn: async ({ signal }) => planUndo(jobId, signal),
    ...dryRunOnce,
  });
  if (data === undefined) {
    return error === null ? <Loading what="what an undo would do" /> : <ErrorState error={error} />;
  }
  const { job, undone, kept } = data;
  const { psa_requests: requests = 0, estimated_seconds: seconds = 0 } = job;
  return (
    <Stack>
      <Text role="status">
        {counted(undone, 'lead')}, about {counted(requests, 'request')}, {roughDuration(seconds)}.
      </Text>
      <Text>
        Tickets that the import created are closed, and fields that it changed are set back. What somebody has
        worked on since stays. Opt-outs stay.
      </Text>
      <Kept rows={kept} />
      <Group>
        <Button color="red.9" disabled={undone === 0} onClick={onUndo}>
          Undo {counted(undone, 'lead')}
        </Button>
        <Button variant="default" onClick={onClose} data-autofocus>
          Back
        </Button>
      </Group>
    </Stack>
  );
}

/** The first of the rows that an undo does not take back, or not all of. */
function Kept({ rows }: { readonly rows: UndoPlan['kept'] }) {
  return rows.length === 0 ? null : (
    <>
      <Text fw={600}>
        {counted(rows.length, 'row stays as it is', 'rows stay as they are')}, in whole or in part:
      </Text>
      <List size="sm">
        {rows.slice(0, shownRows).map(({ index, row, name, company, reason, fields_kept: fields = [] }) => (
          <List.Item key={index}>
            {[`Row ${row}`, name, company].filter((part) => part !== undefined).join(', ')}:{' '}
            {reason ?? fields.join(', ')}
          </List.Item>
        ))}
      </List>
      {rows.length > shownRows ? (
        <Text size="sm" c="dimmed">
          and {counted(rows.length - shownRows, 'more row')}
        </Text>
      ) : null}
    </>
  );
}
