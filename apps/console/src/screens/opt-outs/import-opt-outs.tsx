import { Alert, Button, List, Stack, Text, Title } from '@mantine/core';

import { counted, formatNumber } from '../../parts/format.js';
import { LeaveQuestion } from '../../parts/leave-question.js';
import { ErrorState, Loading } from '../../parts/states.js';
import { ChooseFile } from '../import/choose-file.js';
import { assertUnchanged } from '../import/file/file-bytes.js';
import type { CheckSummary } from '../import/file/protocol.js';
import { MappingTable } from '../import/mapping-table.js';
import { StepFooter } from '../import/steps.js';
import { useLeadFile, type LeadFileState } from '../import/use-lead-file.js';
import { useSending } from '../import/use-sending.js';

const maxRows = 100_000;
const shownFaults = 20;

/** A file of people and domains is chosen, its columns are matched, its unreadable rows are shown, and it is sent. */
export function ImportOptOuts() {
  const state = useLeadFile('opt-outs');
  const { summary, problem } = state;
  const check = state.isChecking ? null : state.check;
  return (
    <Stack>
      <Title order={1}>Add a list of opt-outs</Title>
      <LeaveQuestion
        isUnsaved={summary !== null}
        question="The file is not sent yet: it would have to be chosen and matched again."
      />
      <Text size="sm" c="dimmed">
        Each row names a person (an email, a phone number, or a name with a company) or a domain. No lead and
        no ticket is created; leads that exist are marked.
      </Text>
      <ChooseFile
        state={state}
        refusal="Nothing of this file can be added yet"
        holds="opt-outs"
        max={maxRows}
      />
      {summary === null ? null : (
        <>
          <MappingTable
            summary={summary}
            mapping={state.mapping}
            onChange={state.changeMapping}
            purpose="opt-outs"
          />
          {check !== null ? <Faults check={check} /> : problem === null ? <Loading what="the rows" /> : null}
          <SendList state={state} note={foundIn(summary.count, check)} />
        </>
      )}
    </Stack>
  );
}

function foundIn(count: number, check: CheckSummary | null): string {
  const unreadable = check === null ? '' : `, ${formatNumber(check.faultyRows)} of them unreadable`;
  return `${counted(count, 'row')}${unreadable}.`;
}

/** The first rows that cannot be read; they fail, and do not hold up the others. */
function Faults({ check: { faults, faultyRows } }: { readonly check: CheckSummary }) {
  return faults.length === 0 ? null : (
    <Alert color="yellow" title="These rows cannot be read and will not be added">
      <List size="sm">
        {faults.slice(0, shownFaults).map(({ index, row, message }) => (
          <List.Item key={index}>{`Row ${row}: ${message}`}</List.Item>
        ))}
      </List>
      {faultyRows > shownFaults ? (
        <Text size="sm">and {formatNumber(faultyRows - shownFaults)} more</Text>
      ) : null}
    </Alert>
  );
}

function SendList({ state, note }: { readonly state: LeadFileState; readonly note: string }) {
  const { file, worker, mapping, isChecking } = state;
  const { start, sending, error } = useSending<'dry run' | 'list'>(
    worker,
    '/suppressions/bulk',
    async (what, by) => {
      if (file !== null) {
        await assertUnchanged(file);
      }
      const { leads, rows } = await by.do('leads', { mapping });
      return `{"dry_run":${String(what === 'dry run')},"suppressions":${leads},"rows":${rows}}`;
    },
  );
  return (
    <>
      <ErrorState error={error} title="Not sent" />
      <StepFooter note={note}>
        <Button
          variant="default"
          loading={sending === 'list'}
          disabled={sending !== null || isChecking}
          onClick={() => start('list')}
        >
          Add without a dry run
        </Button>
        <Button
          loading={sending === 'dry run'}
          disabled={sending !== null || isChecking}
          onClick={() => start('dry run')}
        >
          Dry run
        </Button>
      </StepFooter>
    </>
  );
}
