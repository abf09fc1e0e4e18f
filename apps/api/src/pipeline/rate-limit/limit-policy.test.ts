import { describe, expect, it } from '@jest/globals';

import { limitDemand, limitedForOthers, neverRefused, type LimitedRoute } from './limit-policy.js';

const settings = {
  perHour: 1_000,
  burst: 100,
  bulkPerHour: 10,
  syncConcurrency: 5,
  perMinute: null,
  notificationsPerSecond: 20,
};

const reading: LimitedRoute = { permission: 'data.view.readonly' };

/** The windows that a request is counted in, and those that are only looked at. */
function windowsOf(route: LimitedRoute, changes: Partial<Parameters<typeof limitDemand>[2]> = {}) {
  const { windows } = limitDemand(route, 'key_1', { ...settings, ...changes });
  return windows.map(({ name, quota, counts }) => `${name} ${quota}${counts ? '' : ' looked at'}`);
}

describe('limitDemand', () => {
  it('counts a request in its hour, with the burst on top', () => {
    expect(limitDemand(reading, 'key_1', settings)).toMatchObject({
      windows: [{ name: 'hour', quota: 1_000, burst: 100, seconds: 3_600, blockSeconds: 0 }],
      slot: null,
    });
  });

  it.each([
    ['a health check in nothing', neverRefused, {}, ['hour 1000 looked at']],
    [
      'a bulk import when it is accepted',
      { ...reading, limits: ['bulk'] },
      {},
      ['hour 1000', 'bulk 10 looked at'],
    ],
    [
      'a sign-in by the minute too',
      { permission: 'none', limits: ['sign_in'] },
      {},
      ['hour 1000', 'sign_in 10'],
    ],
    [
      'a notification of the PSA by the second, and not by the hour',
      { permission: 'none', limits: ['notification'] },
      {},
      ['hour 1000 looked at', 'notification 20'],
    ],
    ['a request by the minute where that is set', reading, { perMinute: 60 }, ['hour 1000', 'minute 60']],
    ['who needs no credential not by that minute', { permission: 'none' }, { perMinute: 60 }, ['hour 1000']],
    ['a public address that is no health check', { permission: 'none', atOrigin: false }, {}, ['hour 1000']],
  ] satisfies [string, LimitedRoute, object, string[]][])('counts %s', (_what, route, changes, windows) => {
    expect(windowsOf(route, changes)).toEqual(windows);
  });

  it('blocks for a quarter of an hour who overdraws the minute', () => {
    const { windows } = limitDemand(reading, 'key_1', { ...settings, perMinute: 60 });
    expect(windows[1]).toMatchObject({ burst: 20, seconds: 60, blockSeconds: 900 });
  });

  it('takes a place of its own for each synchronous import', () => {
    const route: LimitedRoute = { ...reading, limits: ['sync'] };
    const [one, other] = [
      limitDemand(route, 'key_1', settings).slot,
      limitDemand(route, 'key_1', settings).slot,
    ];
    expect(one).toMatchObject({ name: 'concurrent_sync', places: 5 });
    expect(other?.subject).toBe(one?.subject);
    expect(other?.holder).not.toBe(one?.holder);
  });

  it('does not count the places of streams among those of imports', () => {
    const import_ = limitDemand({ ...reading, limits: ['sync'] }, 'key_1', settings).slot;
    const stream = limitDemand({ ...reading, limits: ['stream'] }, 'key_1', settings).slot;
    expect(stream).toMatchObject({ name: 'concurrent_streams', places: 50 });
    expect(stream?.subject).not.toBe(import_?.subject);
  });

  it('counts two callers apart', () => {
    const subjects = ['key_1', 'key_2'].map(
      (asks) => limitDemand(reading, asks, settings).windows[0]?.subject,
    );
    expect(new Set(subjects).size).toBe(2);
  });
});

describe('limitedForOthers', () => {
  it('counts by the hour who may not notify us', () => {
    const route = limitedForOthers({ permission: 'none', limits: ['notification'] });
    expect(windowsOf(route)).toEqual(['hour 1000']);
  });

  it('keeps the other limits of a route', () => {
    expect(windowsOf(limitedForOthers({ ...reading, limits: ['bulk', 'notification'] }))).toEqual([
      'hour 1000',
      'bulk 10 looked at',
    ]);
  });
});
