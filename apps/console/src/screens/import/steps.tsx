import { Button, Group, Stepper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** The steps before the job, in their order. */
export const steps = ['File', 'Match', 'Review'] as const;
export type Step = (typeof steps)[number];

/** Where somebody is; a step that was done can be gone back to. The import itself is the job's own page. */
export function Steps({
  step,
  reached,
  onStep,
}: {
  readonly step: Step;
  /** The last step that may be opened. */
  readonly reached: Step;
  readonly onStep: (step: Step) => void;
}) {
  return (
    <Stepper
      active={steps.indexOf(step)}
      onStepClick={(index) => onStep(steps[index] ?? 'File')}
      size="xs"
      iconSize={26}
      aria-label="Steps"
      className="steps"
    >
      {[...steps, 'Import'].map((name, index) => (
        <Stepper.Step
          key={name}
          label={name}
          allowStepSelect={index <= steps.indexOf(reached)}
          completedIcon={<span aria-hidden>✓</span>}
        />
      ))}
    </Stepper>
  );
}

/** Holds the one primary button of a step, always in sight. */
export function StepFooter({
  note,
  onBack,
  children,
}: {
  readonly note?: ReactNode;
  readonly onBack?: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Group className="footer" justify="space-between">
      <Group>
        {onBack === undefined ? null : (
          <Button variant="subtle" onClick={onBack}>
            Back
          </Button>
        )}
        <Text size="sm" role="status" className="footer-note">
          {note}
        </Text>
      </Group>
      <Group>{children}</Group>
    </Group>
  );
}
