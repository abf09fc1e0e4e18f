import { describe, expect, it } from '@jest/globals';

import { entityTag, expectedVersions } from './entity-tag.js';

describe('the versions of an If-Match header', () => {
  it.each<[string | undefined, readonly number[] | null]>([
    [undefined, null],
    ['*', null],
    [' * ', null],
    ['"7"', [7]],
    ['W/"7"', [7]],
    ['"7", W/"8" ,"9"', [7, 8, 9]],
    ['"of-another-service"', []],
    ['"7", "of-another-service"', [7]],
    ['""', []],
    ['"-1"', []],
    ['"1e3"', []],
    ['"1234567890123456"', []],
  ])('%j are %j', (header, versions) => {
    expect(expectedVersions(header)).toEqual(versions);
  });

  it.each(['7', '', '"7', '7"', 'w/"7"', '"7" "8"', '"7",', '*, "7"', `"${'7'.repeat(1_100)}"`])(
    'are rejected in %j',
    (header) => {
      expect(() => expectedVersions(header)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
    },
  );

  it('are rejected in a list that is too long to be read completely', () => {
    const tags = Array.from({ length: 251 }, () => '"1"').join(',');
    expect(() => expectedVersions(tags)).toThrow(
      expect.objectContaining({ message: 'If-Match must not be longer than 1000 characters' }),
    );
    expect(expectedVersions(tags.slice(0, 999))).toHaveLength(250);
  });

  it('are those that entity tags were created from', () => {
    expect(expectedVersions([0, 1, 42].map(entityTag).join(', '))).toEqual([0, 1, 42]);
  });
});
