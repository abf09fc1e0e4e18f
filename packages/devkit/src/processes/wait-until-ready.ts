import type { ManagedProcess } from './managed-process.js';
import { waitUntil } from './wait-until.js';

const limitMs = 60_000;
const shownLines = 20;

/** Waits until a process that was just started is ready. @throws Error with its last lines of output */
export async function waitUntilReady(
  process: ManagedProcess,
  isReady: () => Promise<boolean>,
  pauseMs: number,
): Promise<void> {
  const because = (what: string): string =>
    `${process.name} ${what}:\n${process.output.split('\n').slice(-shownLines).join('\n')}`;
  await waitUntil(
    async () => {
      if (!process.running) {
        throw new Error(because('ended while starting'));
      }
      return (await isReady()) ? true : null;
    },
    limitMs,
    () => because(`was not ready within ${limitMs / 1000} s`),
    pauseMs,
  );
}
