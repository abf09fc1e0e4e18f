import { Alert, Button, List, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import type { AcceptedJob } from '@leadbridge/contracts';

import { useIntention } from '../../api/intention.js';
import { send } from '../../api/leadbridge.js';
import { formatNumber } from '../../parts/format.js';
import { ErrorState, Loading } from '../../parts/states.js';
import { DropFile } from '../import/drop-file.js';
import type { CheckSummary } from '../import/file/protocol.js';
import { MappingTable } from '../import/mapping-table.js';
import { ReadingOptions } from '../import/reading-options.js';
import { StepFooter } from '../import/steps.js';
import { useLeadFile, type LeadFileState } from '../import/use-lead-file.js';

const maxRows = 100_000;
const shownFaults = 20;

/** A file of people and domains is chosen, its columns are matched, its unreadable rows are shown, and it is sent. */
export function ImportOptOuts() {
  const state = useLeadFile('opt-outs');
  const { file, summary, problem, isReading, check } = state;
  return (
    <Stack>
      <Title order={1}>Add a list of opt-outs</Title>
      <Text size="sm" c="dimmed">
        Each row names a person (an email, a phone number, or a name with a company) or a domain. No lead and
        no ticket is created; leads that exist are marked.
      </Text>
      <DropFile name={file?.name ?? null} onFile={state.choose} holds="opt-outs" max={maxRows} />
      {file === null ? null : (
        <ReadingOptions options={state.options} summary={summary} onChange={state.readAs} />
      )}
      {isReading ? <Loading what="the file" /> : null}
      {problem === null ? null : (
        <Alert color="red" role="alert" title="Nothing of this file can be added yet">
          {problem}
        </Alert>
      )}
      {summary === null ? null : (
        <>
          <MappingTable
            summary={summary}
            mapping={state.mapping}
            onChange={state.changeMapping}
            purpose="opt-outs"
          />
          {check === null ? <Loading what="the rows" /> : <Faults check={check} />}
          <SendList state={state} note={foundIn(summary.count, check)} />
        </>
      )}
    </Stack>
  );
}

function foundIn(count: number, check: CheckSummary | null): string {
  const unreadable = check === null ? '' : `, ${formatNumber(check.faultyRows)} of them unreadable`;
  return `${formatNumber(count)} rows${unreadable}.`;
}

/** The first rows that cannot be read; they fail, and do not hold up the others. */
function Faults({ check: { faults, faultyRows } }: { readonly check: CheckSummary }) {
  return faults.length === 0 ? null : (
    <Alert color="yellow" title="These rows cannot be read and will not be added">
      <List size="sm">
        {faults.slice(0, shownFaults).map(({ index, message }) => (
          <List.Item key={index}>{`Row ${index + 1} of the list: ${message}`}</List.Item>
        ))}
      </List>
      {faultyRows > shownFaults ? (
        <Text size="sm">and {formatNumber(faultyRows - shownFaults)} more</Text>
      ) : null}
    </Alert>
  );
}

function SendList({ state, note }: { readonly state: LeadFileState; readonly note: string }) {
  const { start, sending, error } = useSendList(state);
  return (
    <>
      {error === null ? null : <ErrorState error={error} />}
      <StepFooter note={note}>
        <Button
          variant="default"
          loading={sending === 'list'}
          disabled={sending !== null}
          onClick={() => void start(false)}
        >
          Add without a dry run
        </Button>
        <Button loading={sending === 'dry run'} disabled={sending !== null} onClick={() => void start(true)}>
          Dry run
        </Button>
      </StepFooter>
    </>
  );
}

/** Sends the rows of a file, and goes to the job that takes them. */
function useSendList({ worker, mapping }: LeadFileState) {
  const [sending, setSending] = useState<'dry run' | 'list' | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const navigate = useNavigate();
  // Sent again after a lost response, the same intention is the same list.
  const intention = useIntention();

  async function start(isDryRun: boolean): Promise<void> {
    if (worker === null) {
      return;
    }
    setSending(isDryRun ? 'dry run' : 'list');
    setError(null);
    try {
      const { leads } = await worker.do('leads', { mapping });
      const body = `{"dry_run":${String(isDryRun)},"suppressions":${leads}}`;
      const job = await send<AcceptedJob>('POST', '/suppressions/bulk', {
        body,
        headers: { Prefer: 'respond-async' },
        idempotencyKey: intention.keyFor(body),
      });
      intention.ended(null);
      await navigate({ to: `/jobs/${job.job_id}` });
    } catch (caught) {
      const fault = caught instanceof Error ? caught : new Error(String(caught));
      intention.ended(fault);
      setError(fault);
    } finally {
      setSending(null);
    }
  }

  return { start, sending, error };
}
