import { describe, expect, it } from '@jest/globals';

import { findBinary, passedOver, ServerUnavailableError } from './binary-source.js';

describe('findBinary', () => {
  it('takes the first source that has one, and says which in one line', async () => {
    const lines: string[] = [];
    const path = await findBinary(
      'MongoDB',
      [
        passedOver('MONGODB_URI', 'not set', 'Set it'),
        {
          step: 'PATH',
          look: () => Promise.resolve({ found: true, path: '/bin/one', detail: 'version 6, /bin/one' }),
        },
        { step: 'Download', look: () => Promise.reject(new Error('not asked')) },
      ],
      (line) => lines.push(line),
    );
    expect(path).toBe('/bin/one');
    expect(lines).toEqual(['MongoDB: version 6, /bin/one']);
  });

  it('names every step and its remedy, a line each, when none has one', async () => {
    const sources = [
      passedOver('MONGODB_URI', 'not set', 'Set it'),
      passedOver('PATH', 'no mongod', 'Install it'),
    ];
    const failure = findBinary('MongoDB', sources, () => {});
    await expect(failure).rejects.toThrow(ServerUnavailableError);
    await expect(failure).rejects.toThrow(
      'No MongoDB server could be found or fetched. Tried:\n  1. MONGODB_URI: not set. Set it.\n  2. PATH: no mongod. Install it.',
    );
  });
});
