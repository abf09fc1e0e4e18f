import { describe, expect, it, jest } from '@jest/globals';
import { StaleClaimError } from '@leadbridge/usecases';

import { despiteCollisions, staleIfDuplicate, unlessDuplicate } from './duplicate-key.js';

const duplicate = Object.assign(new Error('E11000 duplicate key'), { code: 11_000 });
const fault = new Error('MongoDB is away');

describe('work that another process completed first', () => {
  it('is retried until it finds what the other has inserted, up to a limit', async () => {
    const finds = jest
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(duplicate)
      .mockRejectedValueOnce(duplicate)
      .mockResolvedValue('found');
    expect(await despiteCollisions(finds)).toBe('found');
    expect(finds).toHaveBeenCalledTimes(3);

    const collides = jest.fn(async () => Promise.reject<string>(duplicate));
    await expect(despiteCollisions(collides, 2)).rejects.toBe(duplicate);
    expect(collides).toHaveBeenCalledTimes(2);
  });

  it('returns false if it should not be retried', async () => {
    expect(await unlessDuplicate(async () => Promise.resolve(true))).toBe(true);
    expect(await unlessDuplicate(async () => Promise.reject<boolean>(duplicate))).toBe(false);
  });

  it('is stale if it should be recorded once', async () => {
    const recorded = staleIfDuplicate(async () => Promise.reject<void>(duplicate));
    await expect(recorded).rejects.toBeInstanceOf(StaleClaimError);
    await expect(recorded).rejects.toMatchObject({ cause: duplicate });
  });

  it.each([
    ['done again', despiteCollisions],
    ['responded', unlessDuplicate],
    ['recorded', staleIfDuplicate],
  ] as const)('is not any other error, which is passed on at once if it is %s', async (_name, run) => {
    const work = jest.fn(async () => Promise.reject<boolean>(fault));
    await expect(run(work)).rejects.toBe(fault);
    expect(work).toHaveBeenCalledTimes(1);
  });
});
