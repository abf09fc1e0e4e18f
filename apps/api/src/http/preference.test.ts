import { describe, expect, it } from '@jest/globals';

import { preferenceApplied, readPreference, waitMilliseconds } from './preference.js';

describe('the Prefer header', () => {
  it.each([
    [undefined, { respondAsync: false, waitSeconds: null }],
    ['', { respondAsync: false, waitSeconds: null }],
    ['respond-async', { respondAsync: true, waitSeconds: null }],
    ['Respond-Async', { respondAsync: true, waitSeconds: null }],
    ['respond-async, wait=10', { respondAsync: true, waitSeconds: 10 }],
    ['respond-async;foo=bar', { respondAsync: true, waitSeconds: null }],
    ['wait=0', { respondAsync: false, waitSeconds: 0 }],
    ['wait="7"', { respondAsync: false, waitSeconds: 7 }],
    ['wait = 7', { respondAsync: false, waitSeconds: 7 }],
    ['wait=61', { respondAsync: false, waitSeconds: 60 }],
    ['wait=5, wait=9', { respondAsync: false, waitSeconds: 5 }],
    ['wait=-1', { respondAsync: false, waitSeconds: null }],
    ['wait=soon', { respondAsync: false, waitSeconds: null }],
    ['wait', { respondAsync: false, waitSeconds: null }],
    ['return=minimal, handling=strict', { respondAsync: false, waitSeconds: null }],
    [['respond-async', 'wait=3'], { respondAsync: true, waitSeconds: 3 }],
  ])('%j', (header, expected) => {
    expect(readPreference(header)).toEqual(expected);
  });

  it.each([
    [{ respondAsync: false, waitSeconds: null }, 25_000],
    [{ respondAsync: true, waitSeconds: null }, 0],
    [{ respondAsync: true, waitSeconds: 5 }, 5_000],
    [{ respondAsync: false, waitSeconds: 0 }, 0],
  ])('%j waits %d ms', (preference, expected) => {
    expect(waitMilliseconds(preference, 25)).toBe(expected);
  });

  it.each([
    [{ respondAsync: false, waitSeconds: null }, true, {}],
    [{ respondAsync: true, waitSeconds: null }, true, { 'Preference-Applied': 'respond-async' }],
    [{ respondAsync: true, waitSeconds: null }, false, {}],
    [{ respondAsync: true, waitSeconds: 5 }, true, { 'Preference-Applied': 'respond-async, wait=5' }],
    [{ respondAsync: true, waitSeconds: 5 }, false, { 'Preference-Applied': 'wait=5' }],
  ])('%j is reported as applied (accepted: %s)', (preference, accepted, expected) => {
    expect(preferenceApplied(preference, accepted)).toEqual(expected);
  });
});
