import { describe, expect, it } from '@jest/globals';

import { settleInherited } from './settle-inherited.js';

async function waitedMs(inheritedForMs: number): Promise<number> {
  const startedAt = performance.now();
  await settleInherited({ inheritedForMs }, { settleMilliseconds: 100 });
  return performance.now() - startedAt;
}

describe('settleInherited', () => {
  it('waits for the rest of the time in which searches may lack a write', async () => {
    expect(await waitedMs(20)).toBeGreaterThanOrEqual(78);
    // The clock of the database may lag slightly behind.
    expect(await waitedMs(-1)).toBeGreaterThanOrEqual(98);
  });

  it('does not wait if nothing was inherited, or long ago', async () => {
    expect(await waitedMs(Infinity)).toBeLessThan(90);
    expect(await waitedMs(5_000)).toBeLessThan(90);
  });
});
