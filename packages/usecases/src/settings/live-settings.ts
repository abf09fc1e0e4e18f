import type { Logger, ShutdownStep } from '@leadbridge/platform';

import type { ConfigStore, Settings, SettingsPort } from '../ports/settings.js';
import type { WakeUps } from '../ports/wake-ups.js';
import { configInForce, settingsOf } from './service-config.js';

/** Without wake-ups, a change takes effect here within a second, with room for a slow response. */
const lookMs = 400;
/** While wake-ups come, a change takes effect at once; this is for what they miss. */
const slowLookMs = 30_000;

export interface LiveSettings extends SettingsPort, ShutdownStep {
  refresh(): Promise<void>;
}

/**
 * The settings in the store, read again after each wake-up, and a few times a second while none can come. While the store is
 * unavailable the last known settings apply. Rejects if they cannot be read at the start.
 */
export async function createLiveSettings(deps: {
  readonly store: Pick<ConfigStore, 'find'>;
  readonly defaultCountry: string;
  readonly wakeUps?: WakeUps;
  readonly logger: Logger;
}): Promise<LiveSettings> {
  const { store, defaultCountry, wakeUps, logger } = deps;
  let version = -1;
  let settings: Settings = settingsOf(configInForce({}, defaultCountry));
  let away = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function refresh(): Promise<void> {
    const stored = await store.find();
    // Of two overlapping reads, the later one may return first.
    if (stored.version > version) {
      settings = settingsOf(configInForce(stored.changes, defaultCountry));
      version = stored.version;
      logger.info('the configuration is active', { config_version: version });
    }
  }

  async function look(): Promise<void> {
    try {
      await refresh();
      away = false;
    } catch (error) {
      if (!away) {
        logger.warn('the configuration cannot be read; the last version that was read stays in use', {
          error,
        });
      }
      away = true;
    }
    schedule();
  }

  function schedule(): void {
    if (!stopped) {
      const isWoken = wakeUps?.isLive() === true && !away;
      clearTimeout(timer);
      timer = setTimeout(() => void look(), isWoken ? slowLookMs : lookMs).unref();
    }
  }

  await refresh();
  schedule();
  const unsubscribe = wakeUps?.on('configuration', () => void look());
  return {
    name: 'settings',
    current: () => settings,
    refresh,
    stop() {
      stopped = true;
      unsubscribe?.();
      clearTimeout(timer);
      return Promise.resolve();
    },
  };
}
