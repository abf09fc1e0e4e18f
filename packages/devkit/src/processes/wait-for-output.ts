import type { ManagedProcess } from './managed-process.js';
import { waitUntil } from './wait-until.js';

/** Waits for a text in the output of a process, and returns the complete output. */
export function waitForOutput(
  process: ManagedProcess,
  text: string | RegExp,
  limitMilliseconds = 120_000,
): Promise<string> {
  return waitUntil(
    () => {
      const { output } = process;
      const found = typeof text === 'string' ? output.includes(text) : text.test(output);
      if (!found && !process.running) {
        throw new Error(`It ended without saying ${String(text)}:\n${output}`);
      }
      return Promise.resolve(found ? output : null);
    },
    limitMilliseconds,
    () => `It did not say ${String(text)}:\n${process.output}`,
  );
}
