import { describe, expect, it } from '@jest/globals';

import { rememberFor } from './remember.js';

function remember(ask: (number: number) => Promise<number> = async (number) => Promise.resolve(number)) {
  let time = 0;
  let asked = 0;
  const read = rememberFor(1_000, { now: () => time }, async () => {
    asked += 1;
    return await ask(asked);
  });
  return { read, pass: (milliseconds: number) => (time += milliseconds) };
}

describe('rememberFor', () => {
  it('asks again when the time is over, and not a millisecond before', async () => {
    const { read, pass } = remember();
    expect(await read()).toBe(1);
    pass(999);
    expect(await read()).toBe(1);
    pass(1);
    expect(await read()).toBe(2);
  });

  it('shares one question among all who ask at the same time', async () => {
    const { read } = remember();
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
  });

  it('tells of a failure as long as of a response, so that what is away is not asked by everybody', async () => {
    const { read, pass } = remember(async (number) =>
      number === 1 ? Promise.reject(new Error('away')) : Promise.resolve(number),
    );
    await expect(read()).rejects.toThrow('away');
    pass(999);
    await expect(read()).rejects.toThrow('away');
    pass(1);
    expect(await read()).toBe(2);
  });
});
