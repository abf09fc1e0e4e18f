import { randomBytes } from 'node:crypto';

import { PsaUnavailableError } from '@leadbridge/usecases';

import { budgetKeys } from './budget-prelude.js';
import { completeScript, restoreScript } from './budget-scripts.js';
import type { PsaBudgetSettings } from './budget-settings.js';
import { CallHistory } from './call-history.js';
import { runScript } from './run-script.js';

/** A process's connection to the shared budget: runs its scripts, and brings back the log after Redis lost its data. */
export interface BudgetLink {
  readonly history: CallHistory;
  /** The epoch that the history belongs to; '' while there is no history that would have to be brought back. */
  knownEpoch(): string;
  /** Takes the learned limit from the reply to a grant or a refusal. */
  learn(reply: readonly string[]): void;
  /** Throws `PsaUnavailableError` when Redis does not answer in time; `onLate` gets an answer that comes after that. */
  run(
    script: string,
    values: readonly (string | number)[],
    onLate?: (reply: readonly string[]) => void,
  ): Promise<readonly string[]>;
  /** Brings the history into a log that lost it. */
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
  const history = new CallHistory(window);
  let epoch = '';
  let learned: readonly string[] = ['0', '0'];
  let restoring: Promise<void> | null = null;
  let looking: NodeJS.Timeout | null = null;

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
        return reply;
      }
      running.then(onLate, () => undefined);
    } catch (error) {
      settings.logger.warn('the budget of PSA requests cannot be read', { error });
    } finally {
      clearTimeout(timer);
    }
    throw new PsaUnavailableError('The budget of PSA requests cannot be read, as Redis does not answer');
  }

  async function bringBack(): Promise<void> {
    for (const part of history.parts(callsPerRestore)) {
      const name = randomBytes(8).toString('base64url');
      const reply = await ask(restoreScript, [name, settleMilliseconds, ...learned, ...part]);
      epoch = reply[2] ?? '';
    }
    settings.logger.warn('Redis lost the log of PSA requests; this process brought back its own');
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
    if (history.isEmpty) {
      epoch = current;
    } else if (current !== epoch && reply[0] !== 'restore') {
      await restore();
    }
    return reply;
  }

  async function look(): Promise<void> {
    const reply = await run(completeScript, ['']);
    history.prune(Number(reply[1]));
  }

  /** While this process has calls that count, it looks whether Redis still knows them, even when it makes no more. */
  function keepLooking(): void {
    looking ??= setInterval(() => {
      if (history.isEmpty) {
        stopLooking();
      } else {
        look().catch(() => undefined);
      }
    }, lookMilliseconds).unref();
  }

  function stopLooking(): void {
    clearInterval(looking ?? undefined);
    looking = null;
  }

  return {
    history,
    knownEpoch: () => (history.isEmpty ? '' : epoch),
    learn(reply) {
      keepLooking();
      learned = [reply[3] ?? '0', reply[4] ?? '0'];
    },
    run,
    restore,
    close: stopLooking,
  };
}
