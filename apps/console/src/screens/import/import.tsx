import { Button, Stack, Text, Title } from '@mantine/core';
import { startTransition, useState } from 'react';

import { counted } from '../../parts/format.js';
import { LeaveQuestion } from '../../parts/leave-question.js';
import { ChooseFile } from './choose-file.js';
import { MappingTable } from './mapping-table.js';
import { Review } from './review.js';
import { StepFooter, Steps, type Step } from './steps.js';
import { useLeadFile, type LeadFileState } from './use-lead-file.js';

/** A file is chosen, its columns are matched with fields, its rows reviewed, and it is sent: as a dry run first, or at once. */
export function Import() {
  const state = useLeadFile();
  const [chosen, setStep] = useState<Step>('File');
  const [reached, setReached] = useState<Step>('File');
  const { file, summary } = state;
  // A file that is read anew begins with the first step.
  const step = summary === null ? 'File' : chosen;
  // In slices, because the next step may be a long table.
  const go = (next: Step): void =>
    startTransition(() => {
      setStep(next);
      setReached((before) => (next === 'File' || before === 'Review' ? before : next));
    });
  return (
    <Stack>
      <Title order={1}>Import</Title>
      <LeaveQuestion
        isUnsaved={summary !== null && reached !== 'File'}
        question="The file is not sent yet: it would have to be chosen, matched and corrected again."
      />
      <Steps step={step} reached={summary === null ? 'File' : reached} onStep={go} />
      {/* Has the focus when the button that led here is gone with its step. */}
      <Stack role="region" aria-label={step} tabIndex={-1} className="step">
        {step === 'File' ? <FileStep state={state} onContinue={() => go('Match')} /> : null}
        {step !== 'Match' || summary === null ? null : (
          <>
            <MappingTable summary={summary} mapping={state.mapping} onChange={state.changeMapping} />
            <StepFooter onBack={() => go('File')} note={foundIn(summary)}>
              <Button onClick={() => go('Review')}>Continue</Button>
            </StepFooter>
          </>
        )}
        {step !== 'Review' || summary === null || file === null ? null : (
          <Review state={state} summary={summary} file={file} onBack={() => go('Match')} />
        )}
      </Stack>
    </Stack>
  );
}

function foundIn({ count, columns }: NonNullable<LeadFileState['summary']>): string {
  return `${counted(count, 'lead')} in ${counted(columns.length, 'column')}.`;
}

function FileStep({ state, onContinue }: { readonly state: LeadFileState; readonly onContinue: () => void }) {
  const { file, summary } = state;
  return (
    <>
      <ChooseFile state={state} refusal="Nothing of this file can be imported yet" />
      {file === null ? (
        <Text size="sm" c="dimmed">
          The first row holds the names of the columns. A lead needs an email, a phone number, or a name with
          a company.
        </Text>
      ) : null}
      <StepFooter note={summary === null ? null : foundIn(summary)}>
        <Button disabled={summary === null} onClick={onContinue}>
          Continue
        </Button>
      </StepFooter>
    </>
  );
}
