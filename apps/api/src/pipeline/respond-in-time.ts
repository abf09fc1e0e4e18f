import { AppError } from '@leadbridge/platform';

import type { ApiServices } from '../services.js';

/**
 * Callers get a response within ten seconds while MongoDB elects a primary: the last of ten probes, each of which may
 * take 750 ms, ends after 6.85 s, which leaves a busy machine some time. An earlier first probe would give up more work
 * of a machine that is only busy.
 */
const firstProbeMs = 2_500;
const probeEveryMs = 400;
/**
 * Judged together, as neither the first late write nor the first timely one proves anything: a busy machine is late now and
 * then, and a primary to which the others report only by heartbeats confirms writes once in two seconds.
 */
const judgedProbes = 10;
const unconfirmedProbes = 6;
const retryAfterSeconds = 5;

const pending = Symbol('pending');

/**
 * Returns the result of `work`, however long it takes, as long as MongoDB confirms most writes quickly. Otherwise the
 * caller gets an error that it is unknown whether the request was carried out. The work continues and keeps
 * its idempotency key meanwhile, and a retry gets its result.
 *
 * @throws AppError 500 if the database did not confirm in time; and what `work` throws
 */
export type InTime = <T>(work: Promise<T>) => Promise<T>;

/**
 * For the parts of one request, one after the other: what the database was like during one of them counts for the next.
 *
 * @param startedAt when the request arrived, by `clock`
 */
export function respondInTime(
  startedAt: number,
  { clock, logger, confirmsWrites }: Pick<ApiServices, 'clock' | 'logger' | 'confirmsWrites'>,
): InTime {
  let latest: readonly boolean[] = [];
  return async (work) => {
    let waitMs = Math.max(0, startedAt + firstProbeMs - clock.now());
    do {
      const outcome = await settledWithin(work, waitMs);
      if (outcome !== pending) {
        return outcome;
      }
      void confirmsWrites().then((confirmed) => {
        latest = [...latest, confirmed].slice(-judgedProbes);
      });
      waitMs = probeEveryMs;
    } while (
      latest.length < judgedProbes ||
      latest.filter((confirmed) => !confirmed).length < unconfirmedProbes
    );
    work.catch((error: unknown) => {
      logger.warn('a request failed after its response was sent', { error });
    });
    throw new AppError(
      'INTERNAL_ERROR',
      'The database has not confirmed the request in time, so it is not known yet whether it was carried out. Repeat it with the same Idempotency-Key',
      { retryAfterSeconds },
    );
  };
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
