import type { JobDocument } from './job-model.js';

/*
 * A run that ends in order takes its `openRun` away; where the next one of another process finds it, the process of the former has ended in the
 * middle. What a crash loses of this is one count, and a run that is only overtaken, as after a lost queue, is counted as lost: what is made of
 * the number must bear both.
 */

/** Whether the process of the last run, another than `process`, has ended in the middle of it. */
export function isLost({ openRun }: Pick<JobDocument, 'openRun'>, process: string): boolean {
  return openRun !== undefined && openRun.process !== process;
}

/** For the `$set` of the update that begins a run: the same question, counted from one where the job has got on since. */
export function countedLostRuns(process: string): object {
  const before = { $ifNull: ['$lostRuns', 0] };
  return {
    openRun: { process, processed: '$progress.processed' },
    lostRuns: {
      $cond: [
        { $eq: [{ $ifNull: ['$openRun.process', process] }, process] },
        before,
        { $cond: [gotOn, 1, { $add: [before, 1] }] },
      ],
    },
  };
}

/** For the `$set` of the update that puts a job back. */
export function withoutOpenRun(process: string): object {
  const isOwn = { $eq: ['$openRun.process', process] };
  return {
    openRun: { $cond: [isOwn, '$$REMOVE', '$openRun'] },
    lostRuns: { $cond: [{ $and: [isOwn, gotOn] }, 0, { $ifNull: ['$lostRuns', 0] }] },
  };
}

const gotOn = { $gt: ['$progress.processed', '$openRun.processed'] };
