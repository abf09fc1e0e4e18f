import type { Clock } from '@leadbridge/platform';
import type { Connection } from 'mongoose';

const sampleEveryMs = 10_000;
const firstSamples = 3;
/** Crystals drift by some 50 ms in a million: over the samples that it has by less than a reading is off. */
const maxSamples = 12;
/** What two readings may differ by beyond what their round trips explain. */
const toleranceMs = 20;

/** How far the server's clock is ahead of the monotonic clock of this process. */
interface Sample {
  readonly offsetMs: number;
  /** The server read its clock at some moment of the round trip. */
  readonly roundTripMs: number;
}

export interface DatabaseClock extends Clock {
  close(): void;
}

/**
 * The clock of MongoDB, as this process sees it: the one of `$$NOW`, give or take half a round trip. Times that processes on
 * different machines compare, such as when a request was accepted and when the PSA was read, are of this one clock, however far
 * those of the machines are off. Steps of the machine's own clock do not touch it; one of the server's is followed within ten seconds.
 *
 * @param monotonicNow milliseconds of a clock that never steps
 * @throws Error where MongoDB does not answer at the start; later on it is asked again
 */
export async function createDatabaseClock(
  connection: Connection,
  monotonicNow: () => number = () => performance.now(),
): Promise<DatabaseClock> {
  let samples: readonly Sample[] = [];
  let current: Sample = { offsetMs: 0, roundTripMs: 0 };

  async function sample(): Promise<void> {
    const sentAt = monotonicNow();
    const answer = await connection.db?.command({ hello: 1 });
    const receivedAt = monotonicNow();
    const serverTime: unknown = answer?.['localTime'];
    if (!(serverTime instanceof Date)) {
      throw new Error('MongoDB does not tell the time');
    }
    const latest: Sample = {
      offsetMs: serverTime.getTime() - (sentAt + receivedAt) / 2,
      roundTripMs: receivedAt - sentAt,
    };
    samples = [...(isSameClock(current, latest) ? samples : []), latest].slice(-maxSamples);
    current = samples.reduce((best, other) => (other.roundTripMs <= best.roundTripMs ? other : best));
  }

  for (let count = 0; count < firstSamples; count += 1) {
    await sample();
  }
  const timer = setInterval(() => {
    // The next one may succeed, and until then the time goes on.
    sample().catch(() => undefined);
  }, sampleEveryMs);
  timer.unref();

  return {
    now: () => Math.round(monotonicNow() + current.offsetMs),
    close() {
      clearInterval(timer);
    },
  };
}

/** False where the server's clock has stepped, another server answers, or this process was suspended. */
function isSameClock(one: Sample, other: Sample): boolean {
  const explained = (one.roundTripMs + other.roundTripMs) / 2 + toleranceMs;
  return Math.abs(one.offsetMs - other.offsetMs) <= explained;
}
