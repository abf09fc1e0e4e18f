import { describe, expect, it } from '@jest/globals';

import { endedSessionCookie, sessionCookie } from './session-cookie.js';

const partsOf = (cookie: string): readonly string[] => cookie.split('; ');

describe('the cookie of a session', () => {
  it('is out of reach for scripts and other sites, on every page, for as long as the session', () => {
    expect(partsOf(sessionCookie('lbs_abc', 3_600, true))).toEqual([
      '__Host-leadbridge_session=lbs_abc',
      'Path=/',
      'Max-Age=3600',
      'HttpOnly',
      'SameSite=Strict',
      'Secure',
    ]);
  });

  it('is not marked as secure over http, where a browser would drop it', () => {
    expect(partsOf(sessionCookie('lbs_abc', 3_600, false))).not.toContain('Secure');
    expect(partsOf(sessionCookie('lbs_abc', 3_600, false))[0]).toBe('leadbridge_session=lbs_abc');
    expect(partsOf(endedSessionCookie(false))).not.toContain('Secure');
  });

  it('ends at once, with the attributes that it was set with', () => {
    expect(partsOf(endedSessionCookie(true))).toEqual([
      '__Host-leadbridge_session=',
      'Path=/',
      'Max-Age=0',
      'HttpOnly',
      'SameSite=Strict',
      'Secure',
    ]);
  });
});
