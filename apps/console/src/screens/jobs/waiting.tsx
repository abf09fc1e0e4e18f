import type { JobWait } from '@leadbridge/contracts';

import { waitReasons } from '../../api/accepted.js';
import { Time } from '../../parts/time.js';

/** What a job waits for, and until when where that is known. */
export function Waiting({ wait: { reason, until } }: { readonly wait: JobWait }) {
  return (
    <>
      {waitReasons[reason]}
      {until === null ? null : (
        <>
          ; goes on <Time iso={until} />
        </>
      )}
    </>
  );
}
