import { AppError } from '@leadbridge/platform';

import type { ApiServices } from '../services.js';

/** Callers are promised an answer within ten seconds while MongoDB elects a primary; what is left is for probes that happen to be confirmed. */
const firstProbeMs = 6_000;
const probeEveryMs = 500;
/** One write may take long on a busy machine, where nothing is wrong: while there is time, a second one is tried. */
const unconfirmedProbes = 2;
/** From here on a second probe would end too late. */
const lastProbesFromMs = 8_000;
const retryAfterSeconds = 5;

const pending = Symbol('pending');

/**
 * The outcome of `work`, however long it takes, as long as MongoDB confirms writes. Where it does not, the caller is answered that nobody knows
 * yet whether the request was carried out. The work goes on: it keeps its idempotency key meanwhile, and a repetition is answered with its outcome.
 *
 * @param startedAt when the request came in, by `clock`
 * @throws AppError 500 where the database did not confirm in time; and what `work` throws
 */
export async function answerInTime<T>(
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
    const isLate = clock.now() - startedAt >= lastProbesFromMs;
    if (unconfirmed >= (isLate ? 1 : unconfirmedProbes)) {
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
