import type { JobWait, JobWaitReason } from '@leadbridge/contracts';

import { Time } from '../../parts/time.js';

const reasons: Readonly<Record<JobWaitReason, string>> = {
  psa_budget: 'Waiting for the PSA budget',
  psa_unavailable: 'Waiting for the PSA',
  no_worker: 'Waiting for a worker',
  queue: 'Waiting for its turn',
};

/** What a job waits for, and until when where that is known. */
export function Waiting({ wait: { reason, until } }: { readonly wait: JobWait }) {
  return (
    <>
      {reasons[reason]}
      {until === null ? null : (
        <>
          ; goes on <Time iso={until} />
        </>
      )}
    </>
  );
}
