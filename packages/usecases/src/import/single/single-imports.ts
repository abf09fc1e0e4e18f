import { AsyncLocalStorage } from 'node:async_hooks';

import { PsaBudgetError } from '../../ports/psa-errors.js';
import type { RunResult } from '../../work/run-result.js';
import { importTogether } from './single-batch.js';
import { settleFault } from './single-faults.js';
import type { SingleImportDependencies, SingleRun, WaitingRun } from './single-run.js';

/** One request's worth of tickets. */
const maxBatchRows = 100;
/** Once as many batches of a size have ended, they grow again. */
const batchesUntilWider = 4;

export type SingleImports = ReturnType<typeof createSingleImports>;

/** While batches are in progress new imports queue up, and the next batch takes them all. */
export function createSingleImports(deps: SingleImportDependencies, batchesAtOnce: number) {
  const queue: WaitingRun[] = [];
  const underWay = new Set<Promise<void>>();
  const size = createBatchSize();

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
    return queue.splice(0, together < 0 ? size.rows() : Math.min(together, size.rows()));
  }

  async function runBatch(batch: readonly WaitingRun[]): Promise<void> {
    const waiting = new Map(batch.map((entry) => [entry.run.jobId, entry]));
    const startedAt = deps.clock.now();
    const upcoming = (): number => size.within(queue.length);
    const requeue = (runs: readonly WaitingRun[]): void => {
      queue.unshift(...runs);
    };
    try {
      await importTogether({ deps, waiting, upcoming, requeue });
      size.ended(batch.length);
    } catch (error) {
      if (error instanceof PsaBudgetError) {
        size.brokenOff({ rows: batch.length, startedAt, retryAt: error.retryAt });
      }
      await settleFault(deps, [...waiting.values()], error);
    }
  }

  return {
    /** Resolves once no batch is under way: a job ends before the claims of its batch are released. */
    async idle(): Promise<void> {
      while (underWay.size > 0) {
        await Promise.allSettled(underWay);
      }
    },

    /** Resolves when the job has ended or has to wait; rejects when this attempt failed. */
    async run(run: SingleRun): Promise<RunResult> {
      return await new Promise<RunResult>((resolve, reject) => {
        queue.push({ run, begun: null, inContext: AsyncLocalStorage.snapshot(), resolve, reject });
        startBatches();
      });
    },
  };
}

/**
 * How many single imports are processed together: fewer after a window of the PSA's budget that was too small for a
 * batch. All that wait come back together, and would otherwise be broken off again in each window.
 */
function createBatchSize() {
  let rows = maxBatchRows;
  let spentUntil = 0;
  let endedSince = 0;
  return {
    rows: () => rows,
    /** How many of those behind a batch can use what is read for it; see `BatchWidth`. */
    within: (left: number) => (rows < maxBatchRows ? 0 : left),
    ended(count: number): void {
      endedSince += count;
      if (endedSince >= batchesUntilWider * rows) {
        rows = Math.min(maxBatchRows, rows * 2);
      }
    },
    /** A batch that began when the window was used up shows nothing. Times are in Unix milliseconds. */
    brokenOff(batch: { readonly rows: number; readonly startedAt: number; readonly retryAt: number }): void {
      if (batch.startedAt >= spentUntil) {
        rows = batch.rows > endedSince ? Math.ceil(rows / 2) : rows;
        spentUntil = batch.retryAt;
        endedSince = 0;
      }
    },
  };
}
