/** Each time that a worker process worked on the row alone, it ended. Of a job that is one piece of work the row is the job. */
export class DeadlyRowError extends Error {
  override readonly name = 'DeadlyRowError';

  /** @param mayBeRead false where processes have ended of no more than the reading of the row */
  constructor(
    times: number,
    readonly subject: TrialSubject,
    readonly mayBeRead: boolean,
  ) {
    super(
      `The worker process ended ${times} times while it worked on this ${subject} alone; the ${subject} was set aside`,
    );
  }
}

export type TrialSubject = 'lead' | 'row' | 'job' | 'notification';
