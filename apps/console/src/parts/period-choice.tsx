import { Button, ButtonGroup } from '@mantine/core';

import { useFilters } from './search.js';

const labels = { hour: 'Last hour', day: 'Today', week: '7 days', month: '30 days' };

type Period = keyof typeof labels;

/** Which of some periods is shown; the address keeps it. */
export function PeriodChoice({
  label,
  periods,
  period,
}: {
  readonly label: string;
  readonly periods: readonly Period[];
  readonly period: string;
}) {
  const [, change] = useFilters();
  return (
    <ButtonGroup aria-label={label}>
      {periods.map((each) => (
        <Button
          key={each}
          size="compact-md"
          fw={500}
          variant={each === period ? 'light' : 'default'}
          aria-pressed={each === period}
          onClick={() => change({ period: each })}
        >
          {labels[each]}
        </Button>
      ))}
    </ButtonGroup>
  );
}
