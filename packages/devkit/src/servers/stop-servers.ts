import type { ManagedProcess } from '../processes/managed-process.js';

/** What was started as a process of its own. */
export interface StartedProcess {
  readonly process: ManagedProcess;
}

/** Ends them all. One that a test has stopped is continued first, because it could not end. */
export async function stopServers(servers: readonly StartedProcess[]): Promise<void> {
  await Promise.all(
    servers.map(async ({ process }) => {
      process.signal('SIGCONT');
      await process.stop(5_000);
    }),
  );
}
