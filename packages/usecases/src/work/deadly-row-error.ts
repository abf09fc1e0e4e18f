/** The process crashed each time it worked on only this row, or on this job without rows. */
export class DeadlyRowError extends Error {
  override readonly name = 'DeadlyRowError';

  /** @param mayBeRead false if processes have crashed merely by reading the row */
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
