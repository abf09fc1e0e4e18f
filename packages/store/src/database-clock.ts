import type { Clock } from '@leadbridge/platform';
import type { Connection } from 'mongoose';

const sampleEveryMs = 10_000;
const firstSamples = 3;
/** Crystals drift by some 50 ppm: over this many samples, by less than the error of one reading. */
const maxSamples = 12;
/** Allowed difference between two readings beyond what their round trips explain. */
const toleranceMs = 20;

/** The offset of the server's clock from the monotonic clock of this process. */
interface Sample {
  readonly offsetMs: number;
  /** The server read its clock at some time during the round trip. */
  readonly roundTripMs: number;
}

export interface DatabaseClock extends Clock {
  close(): void;
}

/**
 * MongoDB's clock as this process sees it: `$$NOW`, accurate to half a round trip. All times that processes
 * on different machines compare, such as when a request was accepted and when the PSA was read, use this
 * clock, however wrong the machines' own clocks are. Steps of the machine's clock do not affect it; steps of
 * the server's are followed within ten seconds.
 *
 * @param monotonicNow milliseconds of a clock that never steps
 * @throws Error if MongoDB does not respond at the start; later failures are retried
 */
export async function createDatabaseClock(
  connection: Connection,
  monotonicNow: () => number = () => performance.now(),
): Promise<DatabaseClock> {
  let samples: readonly Sample[] = [];
  let current: Sample = { offsetMs: 0, roundTripMs: 0 };

  async function sample(): Promise<void> {
    const sentAt = monotonicNow();
    const response = await connection.db?.command({ hello: 1 });
    const receivedAt = monotonicNow();
    const serverTime: unknown = response?.['localTime'];
    if (!(serverTime instanceof Date)) {
      throw new Error('MongoDB did not return its time');
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
    // The next sample may succeed; until then the last offset is used.
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

/** False if the server's clock has stepped, another server responds, or this process was suspended. */
function isSameClock(one: Sample, other: Sample): boolean {
  const explained = (one.roundTripMs + other.roundTripMs) / 2 + toleranceMs;
  return Math.abs(one.offsetMs - other.offsetMs) <= explained;
}
