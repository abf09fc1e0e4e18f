import type { JobHandler, QueueKey } from '@leadbridge/queue';
import type { PsaSetupProblem } from '@leadbridge/integrations';
import { repeat, type Clock, type Logger, type Schedule } from '@leadbridge/platform';

/** How often to look if everything exists, and if something is missing or unknown. */
const intervalMs = 600_000;
const lackingMs = 15_000;
/** Queues whose jobs do not need the PSA, or check what it lacks. */
const independent: ReadonlySet<QueueKey> = new Set<QueueKey>([
  'webhookDeliveries',
  'erasures',
  'optOutLists',
  'mirrorRebuilds',
  'psaChecks',
]);

export interface PsaSetupWatch extends Schedule {
  /** What the PSA lacks, and for how many milliseconds; undefined if jobs may run or nothing is known yet. */
  lacking(): { readonly missing: readonly string[]; readonly ageMs: number } | undefined;
  /** Makes jobs that need the PSA wait, without a failed attempt, until it has what they need. */
  guard(handlers: Readonly<Record<QueueKey, JobHandler>>): Readonly<Record<QueueKey, JobHandler>>;
}

/** Every ten minutes, and more often while the PSA lacks what jobs need. */
export function watchPsaSetup(deps: {
  readonly check: () => Promise<readonly PsaSetupProblem[]>;
  readonly clock: Clock;
  readonly logger: Logger;
}): PsaSetupWatch {
  const { check, clock, logger } = deps;
  let missing: readonly string[] | null = null;
  let since = clock.now();

  const schedule = repeat(
    async () => {
      const found = (await check()).filter(({ level }) => level === 'error').map(({ message }) => message);
      if (found.join() !== missing?.join()) {
        since = clock.now();
        if (found.length > 0) {
          logger.error('the PSA lacks what jobs need: they wait', { missing: found });
        } else if (missing !== null) {
          logger.info('the PSA has what jobs need: they run');
        }
      }
      missing = found;
      return found.length > 0 ? lackingMs : intervalMs;
    },
    (error) => {
      logger.warn('the setup of the PSA could not be read; will retry', { error });
      return lackingMs;
    },
  );

  return {
    ...schedule,
    lacking: () =>
      missing === null || missing.length === 0 ? undefined : { missing, ageMs: clock.now() - since },
    guard: (handlers) =>
      Object.fromEntries(
        Object.entries(handlers).map(([key, handler]): [string, JobHandler] => [
          key,
          independent.has(key as QueueKey)
            ? handler
            : async (run) =>
                missing?.length === 0
                  ? handler(run)
                  : { done: false, continueAt: clock.now() + lackingMs / 5 },
        ]),
      ) as Record<QueueKey, JobHandler>,
  };
}
