import { randomBytes } from 'node:crypto';

import { runRedisScript } from '@leadbridge/platform';
import { PsaUnavailableError } from '@leadbridge/usecases';

import { budgetKeys } from './budget-prelude.js';
import { restoreScript } from './budget-restore-script.js';
import { completeScript } from './budget-scripts.js';
import type { PsaBudgetSettings } from './budget-settings.js';
import { CallerRecord } from './caller-record.js';
import { CallHistory } from './call-history.js';

/** Long enough for a Redis failover, short enough for a waiting caller. */
const responseMs = 5_000;
/** How often an idle process checks whether Redis lost its data. */
const lookMs = 500;
/** How long all calls wait after a loss, so that every process can restore its history; above `lookMs`. */
const settleMs = 1_000;
const callsPerRestore = 1_000;

type Values = readonly (string | number)[];
type Reply = readonly string[];

/** A process's connection to the shared budget: runs its scripts, and restores the log that Redis lost. */
export class BudgetLink {
  /** Names this process, also in members of the log. */
  readonly caller = randomBytes(8).toString('base64url');
  readonly history: CallHistory;
  readonly #settings: PsaBudgetSettings;
  readonly #windowMs: number;
  readonly #keys: readonly string[];
  readonly #record: CallerRecord | null;
  #epoch = '';
  /** Milliseconds on Redis's clock. */
  #now = 0;
  #learned: Reply = ['0', '0'];
  #isUnreadable = false;
  #restoring: Promise<void> | null = null;
  #looking: NodeJS.Timeout | null = null;

  constructor(settings: PsaBudgetSettings) {
    this.#settings = settings;
    // A server counts arrivals on its own clock: the window is a little longer to compensate for its drift.
    this.#windowMs = settings.rateWindowSeconds * 1000 + Math.max(5, settings.rateWindowSeconds);
    this.#keys = budgetKeys.map((name) => `${settings.keyPrefix}:psa-budget:${name}`);
    this.history = new CallHistory(this.#windowMs);
    this.#record =
      settings.callers === null ? null : new CallerRecord(settings.callers, this.caller, settings.logger);
  }

  /** The epoch of this process; '' while others do not expect it to restore its calls. */
  knownEpoch(): string {
    return this.#isExpected() ? this.#epoch : '';
  }

  /** Reads the learned limit from the reply to a grant or a refusal. */
  learn(reply: Reply): void {
    this.#keepLooking();
    this.#learned = [reply[3] ?? '0', reply[4] ?? '0'];
  }

  /** Must be awaited between a grant and its call, with the grant's reply. */
  async granted(reply: Reply): Promise<void> {
    this.learn(reply);
    await this.#record?.announce(Number(reply[1]));
  }

  /** @throws PsaUnavailableError if Redis does not respond in time; `onLate` gets a later response */
  async run(script: string, values: Values, onLate?: (reply: Reply) => void): Promise<Reply> {
    const reply = await this.#ask(script, values, onLate);
    const current = reply[2] ?? '';
    if (!this.#isExpected()) {
      this.#epoch = current;
    } else if (current !== this.#epoch && reply[0] !== 'restore') {
      await this.restore();
    }
    return reply;
  }

  /** Restores the history in a log that lost it, and creates a log if there is none. */
  restore(): Promise<void> {
    this.#restoring ??= this.#bringBack().finally(() => {
      this.#restoring = null;
    });
    return this.#restoring;
  }

  close(): void {
    clearInterval(this.#looking ?? undefined);
    this.#looking = null;
  }

  /** Whether other processes expect this one to restore its calls. */
  #isExpected(): boolean {
    const announcedUntil = this.#record?.until ?? Number.NEGATIVE_INFINITY;
    return !this.history.isEmpty || announcedUntil > this.#now - this.#windowMs;
  }

  async #ask(script: string, values: Values, onLate?: (reply: Reply) => void): Promise<Reply> {
    const { redis, rateLimit, logger } = this.#settings;
    const running = runRedisScript(redis, script, this.#keys, [rateLimit, this.#windowMs, ...values]);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), responseMs);
    });
    try {
      const reply = await Promise.race([running, late]);
      if (reply !== null) {
        this.#now = Math.max(this.#now, Number(reply[1]));
        this.#isUnreadable = false;
        return reply;
      }
      running.then(onLate, () => undefined);
    } catch (error) {
      // A lost connection is already logged, once per process.
      if (!this.#isUnreadable && redis.status === 'ready') {
        logger.warn('the budget of PSA requests cannot be read', { error });
      }
      this.#isUnreadable = true;
    } finally {
      clearTimeout(timer);
    }
    throw new PsaUnavailableError('The budget of PSA requests cannot be read, as Redis does not respond');
  }

  async #bringBack(): Promise<void> {
    // If it is unknown which other processes have made calls, assume that there was one.
    const others = (await this.#record?.othersSince(this.#now - this.#windowMs)) ?? [
      { caller: '', until: this.#now },
    ];
    const values = others.flatMap(({ caller: other, until }) => [other, until]);
    const before = this.#epoch;
    for (const part of this.history.isEmpty ? [[]] : this.history.parts(callsPerRestore)) {
      const name = randomBytes(8).toString('base64url');
      const head = [name, settleMs, ...this.#learned, this.caller, others.length];
      this.#epoch = (await this.#ask(restoreScript, [...head, ...values, ...part]))[2] ?? '';
    }
    if (before !== '' && before !== this.#epoch) {
      this.#settings.logger.warn('Redis lost the log of PSA requests; this process restored its own');
    }
  }

  async #look(): Promise<void> {
    await this.run(completeScript, ['']);
    this.history.prune(this.#now);
  }

  /** While others expect it, checks whether Redis still has this process's calls, even if it makes no more. */
  #keepLooking(): void {
    this.#looking ??= setInterval(() => {
      if (this.#isExpected()) {
        this.#look().catch(() => undefined);
      } else {
        this.close();
      }
    }, lookMs).unref();
  }
}
