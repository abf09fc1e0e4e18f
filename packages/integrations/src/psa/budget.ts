import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { PsaBudgetError, type PsaPriority, psaPriorities } from '@leadbridge/usecases';

import { BudgetLink } from './budget-link.js';
import { readBudgetStatus, type PsaBudgetStatus } from './budget-status.js';
import { pauseScript, refusalScript } from './budget-refusal-script.js';
import { acquireScript, cancelScript, completeScript, statusScript } from './budget-scripts.js';
import type { PsaBudgetSettings } from './budget-settings.js';

/** One granted call. It must be ended by exactly one of `complete`, `cancel` and `refuse`. */
export interface PsaSlot {
  /** The PSA responded with 503 and a Retry-After: no process makes a call before. Never rejects. */
  pauseAll(milliseconds: number): Promise<void>;
  /** False if the caller was delayed so long after the grant that the call must not be sent any more. */
  isFresh(): boolean;
  /** The call ended, with or without a response. */
  complete(): void;
  /** The call was never sent. */
  cancel(): void;
  /** The PSA responded with 429, and perhaps the number of requests that it allows, or a Retry-After. */
  refuse(refusal: {
    readonly limit: number | null;
    readonly retryAfterMilliseconds: number | null;
  }): Promise<void>;
}

/** Thousandths of the limit that a priority reserves for those above it. */
const leftToOthers: Readonly<Record<PsaPriority, number>> = {
  opt_out: 0,
  lifecycle: 10,
  single: 20,
  bulk: 40,
  // While the whole PSA is read for the mirror, half of the window stays free for all others.
  mirror: 500,
};

/** From the grant until the request is passed to the network. */
const handOverMilliseconds = 15_000;
const pollMilliseconds = 500;
const silenceMilliseconds = 2_500;
/** How long a limit that the PSA named is kept before it is probed for an increase. */
const namedLimitMs = 6 * 3_600_000;
const maxRetryAfterMs = 3_600_000;

/**
 * The one budget of PSA requests, shared by all processes through Redis: an exact rolling window, in which
 * waiting calls are served by priority and then by arrival. Every call to the PSA takes a slot, including
 * token calls and retries.
 */
export class PsaBudget {
  readonly #settings: PsaBudgetSettings;
  readonly #link: BudgetLink;
  readonly #stopping = new AbortController();
  #calls = 0;

  constructor(settings: PsaBudgetSettings) {
    this.#settings = settings;
    this.#link = new BudgetLink(settings);
    // Any number of calls may wait, each until this.
    setMaxListeners(0, this.#stopping.signal);
  }

  /**
   * Waits for a slot until `deadline` (of `performance.now()`), or until waiting is pointless. Throws
   * `PsaBudgetError` with the time when a useful number of slots is free again, and `PsaUnavailableError` if
   * Redis is unavailable: no call is ever made without a slot.
   */
  async acquire(priority: PsaPriority, deadline: number): Promise<PsaSlot> {
    return (await this.acquireTogether(priority, deadline, 1))[0];
  }

  /** As `acquire`, with the slots of the calls that follow, as far as they are free now: `calls` at most. */
  async acquireTogether(
    priority: PsaPriority,
    deadline: number,
    calls: number,
  ): Promise<readonly [PsaSlot, ...PsaSlot[]]> {
    const member = this.#newMember(priority);
    const following = Array.from({ length: calls - 1 }, () => this.#newMember(priority));
    const hold = handOverMilliseconds + this.#settings.callMilliseconds;
    let place = '0';
    for (;;) {
      const remaining = this.#stopping.signal.aborted
        ? 0
        : Math.max(0, Math.floor(deadline - performance.now()));
      const grantedAt = performance.now();
      const reply = await this.#askForSlots(
        [member, ...following],
        [
          psaPriorities.indexOf(priority),
          leftToOthers[priority],
          hold,
          place,
          remaining,
          this.#link.knownEpoch(),
          silenceMilliseconds,
        ],
      );
      switch (reply[0]) {
        case 'granted': {
          const others = following.slice(0, Number(reply[5]));
          [member, ...others].forEach((each) => this.#link.history.note(each, Number(reply[1]) + hold));
          await this.#link.granted(reply);
          return [this.#slot(member, grantedAt), ...others.map((other) => this.#slot(other, grantedAt))];
        }
        case 'restore':
          await this.#link.restore();
          break;
        case 'waiting':
          place = reply[4] ?? place;
          await this.#pause(Math.min(Number(reply[3]), pollMilliseconds, remaining));
          break;
        default:
          throw new PsaBudgetError(this.#settings.clock.now() + Number(reply[3] ?? 1000), {
            callsPerWindow: Number(reply[4] ?? 0),
            windowMs: this.#settings.rateWindowSeconds * 1_000,
          });
      }
    }
  }

  /** Throws `PsaUnavailableError` if Redis is unavailable. */
  async status(): Promise<PsaBudgetStatus> {
    const shares = psaPriorities.map((priority) => leftToOthers[priority]);
    const reply = await this.#link.run(statusScript, [psaPriorities.length, ...shares]);
    return readBudgetStatus(reply.map(Number), {
      windowSeconds: this.#settings.rateWindowSeconds,
      now: this.#settings.clock.now(),
    });
  }

  /** Ends all waiting with `PsaBudgetError`, so that the work continues elsewhere. */
  close(): void {
    this.#stopping.abort();
    this.#link.close();
  }

  #newMember(priority: PsaPriority): string {
    this.#calls += 1;
    return `${this.#link.caller}:${this.#calls.toString(36)}:${psaPriorities.indexOf(priority)}`;
  }

  /** A grant that arrives after its caller gave up is released. */
  #askForSlots(members: readonly string[], values: readonly (string | number)[]): Promise<readonly string[]> {
    const [member = '', ...following] = members;
    return this.#link.run(acquireScript, [member, ...values, ...following], () => {
      this.#report(this.#link.run(cancelScript, members));
    });
  }

  #slot(member: string, grantedAt: number): PsaSlot {
    const { history } = this.#link;
    return {
      pauseAll: async (milliseconds) => {
        const pause = this.#link.run(pauseScript, [Math.min(milliseconds, maxRetryAfterMs)]);
        await pause.catch(() => undefined);
      },
      isFresh: () => performance.now() - grantedAt < handOverMilliseconds,
      complete: () => {
        this.#report(
          this.#link.run(completeScript, [member]).then((reply) => {
            history.note(member, Number(reply[1]));
            history.prune(Number(reply[1]));
          }),
        );
      },
      cancel: () => {
        history.forget(member);
        this.#report(this.#link.run(cancelScript, [member]));
      },
      refuse: async (refusal) => {
        const retryAfter = Math.min(refusal.retryAfterMilliseconds ?? 0, maxRetryAfterMs);
        const values = [member, refusal.limit ?? 0, retryAfter, namedLimitMs];
        const reply = await this.#link.run(refusalScript, values);
        history.note(member, Number(reply[1]));
        this.#link.learn(reply);
      },
    };
  }

  /** An end that cannot be recorded makes the budget smaller for a while, never larger; the link logs why. */
  #report(ending: Promise<unknown>): void {
    ending.catch(() => undefined);
  }

  async #pause(milliseconds: number): Promise<void> {
    await sleep(Math.max(1, milliseconds), undefined, { signal: this.#stopping.signal }).catch(
      () => undefined,
    );
  }
}
