import type { JobView } from '@leadbridge/contracts';

import { formatNumber } from './format.js';
import { StackedBar } from './stacked-bar.js';

/** How far a job is, drawn by what came of its rows. */
export function RowsBar({
  progress: { total, processed, failed },
  label,
}: {
  readonly progress: JobView['progress'];
  readonly label?: string;
}) {
  return (
    <StackedBar
      total={total}
      parts={[
        { name: 'done', value: processed - failed, color: 'light-dark(#12805c, #37b586)' },
        { name: 'failed', value: failed, color: 'var(--mantine-color-error)' },
      ]}
      {...(label === undefined ? {} : { label })}
    />
  );
}

/** The same within a list of jobs: `50 of 60, 2 failed`. */
export function Rows({ progress }: { readonly progress: JobView['progress'] }) {
  const { total, processed, failed } = progress;
  const done = `${formatNumber(processed)} of ${formatNumber(total)}`;
  return (
    <>
      {failed === 0 ? done : `${done}, ${formatNumber(failed)} failed`}
      <RowsBar progress={progress} />
    </>
  );
}
