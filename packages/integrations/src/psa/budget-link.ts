import { randomBytes } from 'node:crypto';

import { PsaUnavailableError } from '@leadbridge/usecases';

import { budgetKeys } from './budget-prelude.js';
import { restoreScript } from './budget-restore-script.js';
import { completeScript } from './budget-scripts.js';
import type { PsaBudgetSettings } from './budget-settings.js';
import { CallerRecord } from './caller-record.js';
import { CallHistory } from './call-history.js';
import { runScript } from './run-script.js';

/** A process's connection to the shared budget: runs its scripts, and brings back the log after Redis lost its data. */
export interface BudgetLink {
  /** Names this process, in members of the log too. */
  readonly caller: string;
  readonly history: CallHistory;
  /** The epoch that this process belongs to; '' while others do not count on it to bring back its calls. */
  knownEpoch(): string;
  /** To be awaited between a grant and its call, with the grant's reply. */
  granted(reply: readonly string[]): Promise<void>;
  /** Takes the learned limit from the reply to a grant or a refusal. */
  learn(reply: readonly string[]): void;
  /** Throws `PsaUnavailableError` when Redis does not answer in time; `onLate` gets an answer that comes after that. */
  run(
    script: string,
    values: readonly (string | number)[],
    onLate?: (reply: readonly string[]) => void,
  ): Promise<readonly string[]>;
  /** Brings the history into a log that lost it, and begins one where there is none. */
  restore(): Promise<void>;
  close(): void;
}

/** Long enough for a Redis that fails over, short enough for a caller who waits. */
const answerMilliseconds = 5_000;
/** Between two looks of an idle process whether Redis lost its data. */
const lookMilliseconds = 500;
/** How long all calls wait after a loss, for every process to bring its history; above `lookMilliseconds`. */
const settleMilliseconds = 1_000;
const callsPerRestore = 1_000;

export function createBudgetLink(settings: PsaBudgetSettings): BudgetLink {
  // A server counts arrivals on a clock of its own: a little more than the window makes up for its drift.
  const window = settings.rateWindowSeconds * 1000 + Math.max(5, settings.rateWindowSeconds);
  const keys = budgetKeys.map((name) => `${settings.keyPrefix}:psa-budget:${name}`);
  const caller = randomBytes(8).toString('base64url');
  const history = new CallHistory(window);
  const record =
    settings.callers === null ? null : new CallerRecord(settings.callers, caller, settings.logger);
  let epoch = '';
  /** Of Redis's clock. */
  let now = 0;
  let learned: readonly string[] = ['0', '0'];
  let isUnreadable = false;
  let restoring: Promise<void> | null = null;
  let looking: NodeJS.Timeout | null = null;

  /** Whether others count on this process to bring back its calls. */
  const isExpected = (): boolean => !history.isEmpty || (record !== null && record.until > now - window);

  async function ask(
    script: string,
    values: readonly (string | number)[],
    onLate?: (reply: readonly string[]) => void,
  ): Promise<readonly string[]> {
    const running = runScript(settings.redis, script, keys, [settings.rateLimit, window, ...values]);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), answerMilliseconds);
    });
    try {
      const reply = await Promise.race([running, late]);
      if (reply !== null) {
        now = Math.max(now, Number(reply[1]));
        isUnreadable = false;
        return reply;
      }
      running.then(onLate, () => undefined);
    } catch (error) {
      // A lost connection is in the log already, once for the process.
      if (!isUnreadable && settings.redis.status === 'ready') {
        settings.logger.warn('the budget of PSA requests cannot be read', { error });
      }
      isUnreadable = true;
    } finally {
      clearTimeout(timer);
    }
    throw new PsaUnavailableError('The budget of PSA requests cannot be read, as Redis does not answer');
  }

  async function bringBack(): Promise<void> {
    // Where it cannot be read who else has made calls, somebody has.
    const others = (await record?.othersSince(now - window)) ?? [{ caller: '', until: now }];
    const values = others.flatMap(({ caller: other, until }) => [other, until]);
    const before = epoch;
    for (const part of history.isEmpty ? [[]] : history.parts(callsPerRestore)) {
      const name = randomBytes(8).toString('base64url');
      const head = [name, settleMilliseconds, ...learned, caller, others.length];
      epoch = (await ask(restoreScript, [...head, ...values, ...part]))[2] ?? '';
    }
    if (before !== '' && before !== epoch) {
      settings.logger.warn('Redis lost the log of PSA requests; this process brought back its own');
    }
  }

  function restore(): Promise<void> {
    restoring ??= bringBack().finally(() => {
      restoring = null;
    });
    return restoring;
  }

  async function run(
    script: string,
    values: readonly (string | number)[],
    onLate?: (reply: readonly string[]) => void,
  ): Promise<readonly string[]> {
    const reply = await ask(script, values, onLate);
    const current = reply[2] ?? '';
    if (!isExpected()) {
      epoch = current;
    } else if (current !== epoch && reply[0] !== 'restore') {
      await restore();
    }
    return reply;
  }

  async function look(): Promise<void> {
    await run(completeScript, ['']);
    history.prune(now);
  }

  /** While others count on this process, it looks whether Redis still knows them, even when it makes no more. */
  function keepLooking(): void {
    looking ??= setInterval(() => {
      if (isExpected()) {
        look().catch(() => undefined);
      } else {
        stopLooking();
      }
    }, lookMilliseconds).unref();
  }

  function stopLooking(): void {
    clearInterval(looking ?? undefined);
    looking = null;
  }

  function learn(reply: readonly string[]): void {
    keepLooking();
    learned = [reply[3] ?? '0', reply[4] ?? '0'];
  }

  return {
    caller,
    history,
    knownEpoch: () => (isExpected() ? epoch : ''),
    learn,
    async granted(reply) {
      learn(reply);
      await record?.announce(Number(reply[1]));
    },
    run,
    restore,
    close: stopLooking,
  };
}
