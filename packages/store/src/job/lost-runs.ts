/*
 * A run that ends normally removes its `openRun`. If the next run, in another process, finds it, the process
 * of the previous one has ended in the middle. A crash may lose one count, and a superseded run, e.g. after a
 * lost queue, counts as lost; the number must only be used where both are acceptable.
 */

/**
 * For the `$set` of the update that begins a run: counts the last one if it was in another process, and that
 * process ended in the middle of it; from one if the job has made progress since.
 */
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
