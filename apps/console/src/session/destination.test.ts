import { describe, expect, it } from '@jest/globals';

import { destinationOf } from './destination.js';

describe('where the sign-in leads', () => {
  it.each([
    ['?to=%2Fdocs', '/docs'],
    ['?other=1&to=/console/jobs%3Fpage%3D2', '/console/jobs?page=2'],
    ['?to=//other.test/console', '/console'],
    ['?to=', '/console'],
    ['', '/console'],
  ])('%j leads to %s', (search, page) => {
    expect(destinationOf(search)).toBe(page);
  });
});
