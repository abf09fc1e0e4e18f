import { describe, expect, it, jest } from '@jest/globals';
import { mongo } from 'mongoose';

import { readSnapshot } from './read-snapshot.js';

/** A collection that fails with these codes in order, and then responds. */
function collection(...codes: readonly number[]) {
  const left = [...codes];
  const toArray = jest.fn(() => {
    const code = left.shift();
    return code === undefined
      ? Promise.resolve([{ _id: 1 }])
      : Promise.reject(new mongo.MongoServerError({ message: `code ${code}`, code }));
  });
  const aggregate = jest.fn((..._asked: readonly unknown[]) => ({ toArray }));
  return { aggregate, facts: { aggregate } as never };
}

describe('readSnapshot', () => {
  it('reads a snapshot, and retries if there is none at this moment', async () => {
    const { facts, aggregate } = collection(246, 239);
    expect(await readSnapshot(facts, [{ $limit: 1 }], { hint: 'uncounted' })).toEqual([{ _id: 1 }]);
    expect(aggregate).toHaveBeenCalledTimes(3);
    expect(aggregate).toHaveBeenLastCalledWith([{ $limit: 1 }], {
      hint: 'uncounted',
      readConcern: { level: 'snapshot' },
    });
  });

  it('gives up on any other error, and after a while', async () => {
    const other = collection(13);
    await expect(readSnapshot(other.facts, [])).rejects.toThrow('code 13');
    expect(other.aggregate).toHaveBeenCalledTimes(1);
    await expect(readSnapshot(collection(246, 246, 246, 246, 246).facts, [])).rejects.toThrow('code 246');
  });
});
