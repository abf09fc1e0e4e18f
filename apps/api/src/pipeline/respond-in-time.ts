import { AppError } from '@leadbridge/platform';

import type { ApiServices } from '../services.js';

/**
 * Callers get a response within ten seconds while MongoDB elects a primary: the last of three probes, each of which may take
 * 750 ms, has failed after 8.75 s.
 */
const firstProbeMs = 5_500;
const probeEveryMs = 500;
/** A busy machine may be late with one write or two without any problem. */
const unconfirmedProbes = 3;
const retryAfterSeconds = 5;

const pending = Symbol('pending');

/**
 * Returns the result of `work`, however long it takes, as long as MongoDB confirms writes. Otherwise the
 * caller gets an error that it is unknown whether the request was carried out. The work continues and keeps
 * its idempotency key meanwhile, and a retry gets its result.
 *
 * @param startedAt when the request arrived, by `clock`
 * @throws AppError 500 if the database did not confirm in time; and what `work` throws
 */
export async function respondInTime<T>(
  work: Promise<T>,
  startedAt: number,
  { clock, logger, confirmsWrites }: Pick<ApiServices, 'clock' | 'logger' | 'confirmsWrites'>,
): Promise<T> {
  let waitMs = Math.max(0, startedAt + firstProbeMs - clock.now());
  let unconfirmed = 0;
  for (;;) {
    const outcome = await settledWithin(work, waitMs);
    if (outcome !== pending) {
      return outcome;
    }
    unconfirmed = (await confirmsWrites()) ? 0 : unconfirmed + 1;
    if (unconfirmed >= unconfirmedProbes) {
      break;
    }
    waitMs = probeEveryMs;
  }
  work.catch((error: unknown) => {
    logger.warn('a request failed after its response was sent', { error });
  });
  throw new AppError(
    'INTERNAL_ERROR',
    'The database has not confirmed the request in time, so it is not known yet whether it was carried out. Repeat it with the same Idempotency-Key',
    { retryAfterSeconds },
  );
}

async function settledWithin<T>(work: Promise<T>, waitMs: number): Promise<T | typeof pending> {
  let timer: NodeJS.Timeout | undefined;
  const wait = new Promise<typeof pending>((resolve) => {
    timer = setTimeout(() => {
      resolve(pending);
    }, waitMs);
  });
  try {
    return await Promise.race([work, wait]);
  } finally {
    clearTimeout(timer);
  }
}
