import type { Logger } from '@leadbridge/platform';
import type { PersonKeysUpgrade } from '@leadbridge/store';

import { repeat, type Schedule } from './repeat.js';

/** Milliseconds. Workers of an earlier release may still write during a deployment. */
const idleIntervalMs = 600_000;
const failureIntervalMs = 10_000;

/**
 * Upgrades leads and opt-outs of release 1.0 to the keys that match a person now. Any number of workers may
 * do this at once.
 */
export function upgradePersonKeys(deps: {
  readonly upgrade: PersonKeysUpgrade;
  readonly logger: Logger;
}): Schedule {
  let upgraded = 0;
  return repeat(
    async () => {
      const documents = await deps.upgrade.step();
      upgraded += documents;
      if (documents > 0) {
        return 0;
      }
      if (upgraded > 0) {
        deps.logger.info('leads and opt-outs of an earlier release were brought up to date', {
          documents: upgraded,
        });
        upgraded = 0;
      }
      return idleIntervalMs;
    },
    (error) => {
      deps.logger.warn('leads and opt-outs of an earlier release could not be brought up to date', { error });
      return failureIntervalMs;
    },
  );
}
