import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';

import type { StoredConfig } from '../ports/settings.js';
import { createLiveSettings, type LiveSettings } from './live-settings.js';

describe('the settings of a process', () => {
  let stored: StoredConfig;
  let isAway: boolean;
  let warnings: string[];
  let settings: LiveSettings;

  beforeEach(async () => {
    jest.useFakeTimers();
    stored = { version: 0, changes: {} };
    isAway = false;
    warnings = [];
    settings = await createLiveSettings({
      store: { find: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(stored)) },
      defaultCountry: 'US',
      logger: { ...silentLogger, warn: (message) => void warnings.push(message) },
    });
  });

  afterEach(async () => {
    await settings.stop();
    jest.useRealTimers();
  });

  it('follow a change by another process within a second', async () => {
    expect(settings.current().defaultCountry).toBe('US');
    stored = { version: 1, changes: { default_country: 'DE' } };
    await jest.advanceTimersByTimeAsync(1_000);
    expect(settings.current().defaultCountry).toBe('DE');
  });

  it('are read at once when a change is reported, and seldom while changes would be', async () => {
    let reads = 0;
    let wake = (): void => undefined;
    const woken = await createLiveSettings({
      store: {
        find: () => {
          reads += 1;
          return Promise.resolve(stored);
        },
      },
      defaultCountry: 'US',
      wakeUps: {
        on(_what, listener) {
          wake = listener;
          return () => undefined;
        },
        isLive: () => true,
      },
      logger: silentLogger,
    });
    await jest.advanceTimersByTimeAsync(9_000);
    expect(reads).toBe(1);
    stored = { version: 1, changes: { default_country: 'DE' } };
    wake();
    await jest.advanceTimersByTimeAsync(0);
    expect(woken.current().defaultCountry).toBe('DE');
    // What no wake-up reports is found all the same.
    stored = { version: 2, changes: { default_country: 'FR' } };
    await jest.advanceTimersByTimeAsync(30_000);
    expect(woken.current().defaultCountry).toBe('FR');
    await woken.stop();
  });

  it('stay in effect while the store is unavailable, which is logged once, and are updated again afterwards', async () => {
    isAway = true;
    stored = { version: 1, changes: { default_country: 'DE' } };
    await jest.advanceTimersByTimeAsync(5_000);
    expect(settings.current().defaultCountry).toBe('US');
    expect(warnings).toHaveLength(1);
    isAway = false;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(settings.current().defaultCountry).toBe('DE');
  });
});
