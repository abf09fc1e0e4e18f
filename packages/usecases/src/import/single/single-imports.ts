import { AsyncLocalStorage } from 'node:async_hooks';

import type { RunResult } from '../../work/run-result.js';
import { importTogether } from './single-batch.js';
import { settleFault } from './single-faults.js';
import type { SingleImportDependencies, SingleRun, WaitingRun } from './single-run.js';

/** One request's worth of tickets. */
const maxBatchRows = 100;

export interface SingleImports {
  /** Resolves when the job has ended or has to wait; rejects when this attempt failed. */
  run(run: SingleRun): Promise<RunResult>;
  /** Resolves once no batch is under way: a job ends before the claims of its batch are released. */
  idle(): Promise<void>;
}

/**
 * Processes waiting single imports together: while batches are in progress new ones queue up, and the next
 * batch takes them all. An import that arrives alone starts at once.
 */
export function createSingleImports(deps: SingleImportDependencies, batchesAtOnce: number): SingleImports {
  const queue: WaitingRun[] = [];
  const underWay = new Set<Promise<void>>();

  function startBatches(): void {
    while (queue.length > 0 && underWay.size < batchesAtOnce) {
      const batch = takeBatch();
      const work = async (): Promise<void> => runBatch(batch);
      // The batch runs in the context of its longest-waiting run, never in that of a batch that is over.
      const running = (batch[0]?.inContext(work) ?? work()).finally(() => {
        underWay.delete(running);
        startBatches();
      });
      underWay.add(running);
    }
  }

  function takeBatch(): WaitingRun[] {
    const runsAlone = queue[0]?.run.runsAlone === true;
    const together = runsAlone ? 1 : queue.findIndex(({ run }) => run.runsAlone);
    return queue.splice(0, together < 0 ? maxBatchRows : Math.min(together, maxBatchRows));
  }

  async function runBatch(batch: readonly WaitingRun[]): Promise<void> {
    const waiting = new Map(batch.map((entry) => [entry.run.jobId, entry]));
    const upcoming = (): number => queue.length;
    const requeue = (runs: readonly WaitingRun[]): void => {
      queue.unshift(...runs);
    };
    try {
      await importTogether({ deps, waiting, upcoming, requeue });
    } catch (error) {
      await settleFault(deps, [...waiting.values()], error);
    }
  }

  return {
    async idle() {
      while (underWay.size > 0) {
        await Promise.allSettled(underWay);
      }
    },

    async run(run) {
      return await new Promise<RunResult>((resolve, reject) => {
        queue.push({ run, begun: null, inContext: AsyncLocalStorage.snapshot(), resolve, reject });
        startBatches();
      });
    },
  };
}
