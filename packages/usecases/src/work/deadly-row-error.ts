/** Each time that a worker process worked on the row alone, it ended. */
export class DeadlyRowError extends Error {
  override readonly name = 'DeadlyRowError';

  constructor(times: number) {
    super(
      `The worker process ended ${times} times while it worked on this lead alone; the lead was set aside`,
    );
  }
}
