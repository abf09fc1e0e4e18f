import { Alert, Autocomplete, Button, Group, Modal, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';

import { defaultSources } from '@leadbridge/domain';

import { useReachable } from '../../api/reachable.js';
import { FigureCard } from '../../parts/figure-card.js';
import { counted, formatNumber } from '../../parts/format.js';
import { ErrorState } from '../../parts/states.js';
import type { FileSummary } from './file/protocol.js';
import { RowReview } from './row-review.js';
import { StepFooter } from './steps.js';
import { useImport } from './use-import.js';
import type { LeadFileState } from './use-lead-file.js';

const sources = defaultSources.map(({ name }) => name);

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
  const { source, changeSource, isChecking, problem } = state;
  // The last check counted other rows than those that would be sent now.
  const check = isChecking ? null : state.check;
  const [updateExisting, setUpdateExisting] = useState(true);
  const [isAsking, { open, close }] = useDisclosure(false);
  const { start, sending, error } = useImport(state, { file, updateExisting });
  const isReachable = useReachable();
  const faulty = check?.faultyRows ?? 0;
  const ready = summary.count - faulty;
  const isBlocked = sending !== null || source.trim() === '' || check === null;

  return (
    <Stack>
      <SimpleGrid cols={3}>
        <FigureCard name="Ready" value={check === null ? '…' : formatNumber(ready)} />
        <FigureCard name="Errors" value={check === null ? '…' : formatNumber(faulty)} />
        <FigureCard
          name="Warnings"
          value={check === null ? '…' : formatNumber(new Set(check.warnings.map(({ index }) => index)).size)}
        />
      </SimpleGrid>
      {problem === null ? (
        <Text role="status" fw={600}>
          {check === null ? 'Checking the rows …' : summaryOf(faulty)}
        </Text>
      ) : (
        <Alert color="red" role="alert" title="The rows were not checked">
          {problem}
        </Alert>
      )}
      <RowReview state={state} summary={summary} />
      <Group align="flex-start">
        <Autocomplete
          label="Source"
          description="Where the leads come from"
          data={sources}
          value={source}
          onChange={changeSource}
          maxLength={100}
        />
        <Switch
          mt={30}
          label="Update existing leads"
          checked={updateExisting}
          onChange={(event) => setUpdateExisting(event.currentTarget.checked)}
        />
      </Group>
      {error === null ? null : <ErrorState error={error} title="Not sent" />}
      {sending === null || isReachable ? null : (
        <Text role="status">The service does not respond; trying again …</Text>
      )}
      <StepFooter onBack={onBack} note="A dry run shows what the import would do, and writes nothing.">
        <Button variant="default" loading={sending === 'import'} disabled={isBlocked} onClick={open}>
          Import without a dry run
        </Button>
        <Button loading={sending === 'dry run'} disabled={isBlocked} onClick={() => void start('dry run')}>
          Dry run
        </Button>
      </StepFooter>
      <Modal opened={isAsking} onClose={close} title="Import without a dry run">
        <Stack>
          <Text>
            {formatNumber(ready)} of {counted(summary.count, 'row')} will be imported.{' '}
            {faulty === 0 ? '' : summaryOf(faulty)}
          </Text>
          <Group>
            <Button
              disabled={isBlocked || ready === 0}
              onClick={() => {
                close();
                void start('import');
              }}
            >
              Import {counted(ready, 'lead')}
            </Button>
            <Button variant="default" onClick={close} data-autofocus>
              Back
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Stack>
  );
}

function summaryOf(faulty: number): string {
  return faulty === 0 ? 'No errors were found.' : `${counted(faulty, 'row has', 'rows have')} errors.`;
}
