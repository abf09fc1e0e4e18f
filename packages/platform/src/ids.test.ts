import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { derivedJobId, newId } from './ids.js';

const latest = Date.UTC(2100, 0, 1);

describe('a new id', () => {
  it('has its prefix and lower-case letters and digits, so that it needs no escaping in an address', () => {
    expect(newId('job')).toMatch(/^job_[0-9a-z]{25}$/);
  });

  it('sorts by the time when it was made', () => {
    const time = fc.integer({ min: 0, max: latest });
    fc.assert(
      fc.property(time, time, (first, second) => {
        fc.pre(first !== second);
        expect(newId('evt', first) < newId('evt', second)).toBe(first < second);
      }),
    );
  });

  it('is never the same twice within a millisecond, across many refills of the random bytes', () => {
    const ids = Array.from({ length: 5_000 }, () => newId('req', 0));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the id of a job that follows from something else', () => {
  it('is the same for the same reference, and another for another', () => {
    expect(derivedJobId('evt_1')).toBe(derivedJobId('evt_1'));
    expect(derivedJobId('evt_1')).not.toBe(derivedJobId('evt_2'));
  });

  it('stays the same in every release: a stored job must be found again', () => {
    expect(derivedJobId('evt_1')).toBe('job_7d4e5a76eae6d8c165410ac1');
  });

  it.each(['', 'name with blanks', 'ünïcödé', 'x'.repeat(10_000)])(
    'has the form of an id for any text',
    (text) => {
      expect(derivedJobId(text)).toMatch(/^job_[0-9a-f]{24}$/);
    },
  );
});
