import { withTimeout, type Logger } from '@leadbridge/platform';
import type { PsaCaller, PsaCallers } from '@leadbridge/usecases';

/** How long one record is valid; it is renewed after half of that time, while calls are made. */
const leaseMs = 60_000;
/** MongoDB delays a call no longer than this: the record is only needed if Redis fails too. */
const maxWaitMs = 2_000;

/** Records that this process makes calls to the PSA, and reads which others do. Times are on Redis's clock. */
export class CallerRecord {
  readonly #callers: PsaCallers;
  readonly #caller: string;
  readonly #logger: Logger;
  #until = Number.NEGATIVE_INFINITY;
  #writing: Promise<void> | null = null;

  constructor(callers: PsaCallers, caller: string, logger: Logger) {
    this.#callers = callers;
    this.#caller = caller;
    this.#logger = logger;
  }

  /** Until when this process is recorded as a caller. */
  get until(): number {
    return this.#until;
  }

  /** Must be awaited before a call is sent. */
  async announce(now: number): Promise<void> {
    if (now < this.#until - leaseMs / 2) {
      return;
    }
    const isFirst = now >= this.#until;
    this.#writing ??= this.#write(now + leaseMs).finally(() => {
      this.#writing = null;
    });
    if (isFirst) {
      await withTimeout(this.#writing, maxWaitMs).catch(() => undefined);
    }
  }

  /** Other processes that may have made calls after `since`; null if they cannot be read. */
  async othersSince(since: number): Promise<readonly PsaCaller[] | null> {
    try {
      const callers = await this.#callers.activeSince(since);
      return callers.filter(({ caller }) => caller !== this.#caller);
    } catch (error) {
      this.#logger.warn('the callers of the PSA cannot be read', { error });
      return null;
    }
  }

  async #write(until: number): Promise<void> {
    try {
      await this.#callers.announce({ caller: this.#caller, until });
    } catch (error) {
      this.#logger.warn('the PSA calls of this process could not be recorded', { error });
    }
    this.#until = until;
  }
}
