import type { Logger, Schedule } from '@leadbridge/platform';
import { PsaRefusedError, type Leases, type WakeUps } from '@leadbridge/usecases';

import { repeatWithLease } from './repeat-with-lease.js';

/** A PSA that refuses a list usually always does. */
const refusedPauseMs = 600_000;

/** Keeps the mirror of the PSA fresh, page by page. One worker does this at a time. */
export function refreshMirrorOnSchedule(deps: {
  readonly leases: Leases;
  /** Advances the mirror by one page; returns the milliseconds until the next. */
  readonly refresh: () => Promise<number>;
  readonly wakeUps: Pick<WakeUps, 'on'>;
  readonly logger: Logger;
}): Schedule {
  const { refresh, ...others } = deps;
  return repeatWithLease({
    ...others,
    ...{ lease: 'refresh-mirror', leaseMs: 10_000, takesLong: true, wokenBy: 'psa_mirror' },
    work: refresh,
    failedPauseMs: (error) => (error instanceof PsaRefusedError ? refusedPauseMs : 10_000),
    trouble: 'the mirror of the PSA could not be refreshed; will retry',
  });
}
