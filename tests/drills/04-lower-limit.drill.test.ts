import type { ProcessSystem } from '@leadbridge/devkit';

import { drill, type DrillFigure } from '../support/drill.js';
import {
  accountsOf,
  limitedOptions,
  rowsWithDuplicates,
  secondsUntil,
  sendBulk,
  withService,
} from '../support/drill-service.js';

/** As 500 and 300 in five minutes, in a window that a drill can wait for. */
const [before, after, windowSeconds] = [100, 60, 10];
/** Batches of a bulk that are under way at once, each with its calls. */
const underWay = 24;

async function lowerLimit(system: ProcessSystem, seed: number): Promise<readonly DrillFigure[]> {
  const { simulator } = system;
  const bulk = await sendBulk(system, rowsWithDuplicates(1, 150, seed), { batch_size: 3 });
  await secondsUntil('the import to use its budget', 120, () => simulator.requests.total > before / 2);
  simulator.setRateLimit(after, windowSeconds);
  const accounts = await accountsOf(system, [bulk]);
  return [{ name: '429s', value: simulator.rateViolations, atMost: underWay }, ...accounts];
}

drill({
  promise:
    'When the PSA allows less than before, the workers learn it from the first 429s, and no lead is lost.',
  async run({ seed }) {
    const options = limitedOptions(before, windowSeconds, seed);
    return await withService(options, async (system) => lowerLimit(system, seed));
  },
});
