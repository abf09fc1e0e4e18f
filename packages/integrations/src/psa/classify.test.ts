import { describe, expect, it } from '@jest/globals';

import { classOfStatus, type PsaResponseClass } from './classify.js';

describe('the meaning of a status', () => {
  it.each<[PsaResponseClass, readonly number[]]>([
    ['succeeded', [200, 201, 202, 204, 299]],
    ['misaddressed', [300, 301, 302, 307, 308, 399]],
    ['credentials', [401]],
    ['absent', [404, 410]],
    ['throttled', [429]],
    ['passing', [408, 423, 425, 500, 501, 502, 503, 504, 520, 599]],
    ['refused', [400, 402, 403, 405, 409, 413, 418, 422, 428, 499]],
  ])('is %s', (expected, statuses) => {
    expect(statuses.map((status) => classOfStatus(status))).toEqual(statuses.map(() => expected));
  });
});
