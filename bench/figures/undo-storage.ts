import type { ImportIntent } from '@leadbridge/usecases';

import { openImportHarness, type ImportHarness } from '../../tests/support/import-harness.js';
import { median, type Measurement } from '../figure.js';
import { leads } from '../service.js';

const rows = 500;
const repetitions = 7;

/** What an import stores for its undo: what stood in the PSA before each update. In one run, with it and without. */
export const undoStorage: Measurement = {
  name: 'undo-storage',
  title: 'Leads a second of an import that updates, with and without what its undo needs',

  async run() {
    const harness = await openImportHarness();
    try {
      await leadsPerSecond(harness, leads(1, rows), true);
      const kept: number[] = [];
      const left: number[] = [];
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        // A longer text replaces a shorter one.
        const changed = (part: number) => {
          const signals = 'Hiring. '.repeat(2 * repetition + part).trim();
          return leads(1, rows, () => ({ growth_signals: signals }));
        };
        kept.push(await leadsPerSecond(harness, changed(1), true));
        left.push(await leadsPerSecond(harness, changed(2), false));
      }
      const share = 1 - median(kept) / median(left);
      return [
        { name: 'with it', unit: 'leads/s', values: kept, goal: null },
        { name: 'without', unit: 'leads/s', values: left, goal: null },
        { name: 'fewer with it', unit: '%', values: [share * 100], goal: { atMost: 10 } },
      ];
    } finally {
      await harness.close();
    }
  },
};

async function leadsPerSecond(
  harness: ImportHarness,
  sent: readonly object[],
  storesUndo: boolean,
): Promise<number> {
  const jobId = await harness.bulkJob(sent);
  const worker = harness.worker((store) => ({
    saveIntents: async (fence, intents) =>
      store.saveIntents(
        fence,
        storesUndo ? intents : intents.map(({ ref, intent }) => ({ ref, intent: withoutUndo(intent) })),
      ),
  }));
  const startedAt = performance.now();
  await worker.finishBulk(jobId);
  return (rows * 1_000) / (performance.now() - startedAt);
}

function withoutUndo(intent: ImportIntent): ImportIntent {
  if (intent.kind !== 'update') {
    return intent;
  }
  const { before: _before, ...others } = intent;
  return others;
}
