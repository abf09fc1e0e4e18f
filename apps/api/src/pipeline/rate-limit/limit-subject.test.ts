import { describe, expect, it } from '@jest/globals';

import { limitSubject } from './limit-subject.js';

describe('limitSubject', () => {
  it.each([
    ['key_0mwq', 'key_0mwq'],
    ['203.0.113.7', '203.0.113.7'],
    ['unknown', 'unknown'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:203.0.113.7', '1:2:3:4::/64'],
  ])('counts %s as %s', (subject, expected) => {
    expect(limitSubject(subject)).toBe(expected);
  });
});
