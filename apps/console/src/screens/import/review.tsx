import { Alert, Button, Group, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';

import { useReachable } from '../../api/reachable.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { FigureCard } from '../../parts/figure-card.js';
import { counted, formatNumber } from '../../parts/format.js';
import { ErrorState } from '../../parts/states.js';
import { leftOut } from './file/mapping.js';
import type { CheckSummary, FileSummary } from './file/protocol.js';
import { RowReview } from './row-review.js';
import { SourceChoice } from './source-choice.js';
import { StepFooter } from './steps.js';
import { useImport } from './use-import.js';
import type { LeadFileState } from './use-lead-file.js';

/** The rows as they would be imported, what is wrong with them, and the two ways to go on. */
export function Review({
  state,
  summary,
  file,
  onBack,
}: {
  readonly state: LeadFileState;
  readonly summary: FileSummary;
  readonly file: File;
  readonly onBack: () => void;
}) {
  const { source, changeSource, isChecking } = state;
  // The last check counted other rows than those that would be sent now.
  const check = isChecking ? null : state.check;
  const [updateExisting, setUpdateExisting] = useState(true);
  const { start, sending, error } = useImport(state, { file, updateExisting });
  const isReachable = useReachable();
  const faulty = check?.faultyRows ?? 0;
  const ready = summary.count - faulty;
  const isBlocked = sending !== null || source.trim() === '' || check === null;
  return (
    <Stack>
      <Found count={summary.count} check={check} problem={state.problem} />
      <LeftOut columns={summary.kind === 'table' ? leftOut(state.mapping) : []} />
      <RowReview state={state} summary={summary} />
      <Group align="flex-start">
        <SourceChoice source={source} onChange={changeSource} />
        <Switch
          mt={30}
          label="Update existing leads"
          checked={updateExisting}
          onChange={(event) => setUpdateExisting(event.currentTarget.checked)}
        />
      </Group>
      <ErrorState error={error} title="Not sent" />
      {sending === null || isReachable ? null : (
        <Text role="status">The service does not respond; trying again …</Text>
      )}
      <StepFooter onBack={onBack} note="A dry run shows what the import would do, and writes nothing.">
        <ConfirmButton
          label="Import without a dry run"
          question={`${formatNumber(ready)} of ${counted(summary.count, 'row')} will be imported. ${faulty === 0 ? '' : summaryOf(faulty)}`}
          confirm={`Import ${counted(ready, 'lead')}`}
          color="brand"
          loading={sending === 'import'}
          disabled={isBlocked || ready === 0}
          onConfirm={() => start('import')}
        />
        <Button loading={sending === 'dry run'} disabled={isBlocked} onClick={() => start('dry run')}>
          Dry run
        </Button>
      </StepFooter>
    </Stack>
  );
}

/** How many rows are as they should be, and how many are not. */
function Found({
  count,
  check,
  problem,
}: {
  readonly count: number;
  readonly check: CheckSummary | null;
  readonly problem: string | null;
}) {
  const warned = new Set(check?.warnings.map(({ index }) => index)).size;
  const figures = {
    Ready: count - (check?.faultyRows ?? 0),
    Errors: check?.faultyRows ?? 0,
    Warnings: warned,
  };
  return (
    <>
      <SimpleGrid cols={3}>
        {Object.entries(figures).map(([name, figure]) => (
          <FigureCard key={name} name={name} value={check === null ? '…' : formatNumber(figure)} />
        ))}
      </SimpleGrid>
      {problem === null ? (
        <Text role="status" fw={600}>
          {check === null ? 'Checking the rows …' : summaryOf(check.faultyRows)}
        </Text>
      ) : (
        <Alert color="red" role="alert" title="The rows were not checked">
          {problem}
        </Alert>
      )}
    </>
  );
}

/** A column that was overlooked when the columns were matched looks like the others among the rows. */
function LeftOut({ columns }: { readonly columns: readonly string[] }) {
  return columns.length === 0 ? null : (
    <Text size="sm" c="dimmed">
      Not imported: {columns.join(', ')}.
    </Text>
  );
}

function summaryOf(faulty: number): string {
  return faulty === 0 ? 'No errors were found.' : `${counted(faulty, 'row has', 'rows have')} errors.`;
}
