import type { RetryWait } from '@leadbridge/client';

import { CommandError } from './command-error.js';
import type { Terminal } from './terminal.js';
import { duration, timeOfDay } from './time-text.js';

/** Longer waits need confirmation. */
const unaskedWaitSeconds = 60;

/**
 * Prints which limit a command waits for, and asks the user before a long wait.
 *
 * @throws CommandError if the user declines
 */
export async function agreeToWait(
  terminal: Pick<Terminal, 'note' | 'confirm'>,
  { seconds, error }: RetryWait,
): Promise<void> {
  if (error.status !== 429) {
    return;
  }
  const { quota } = error.details;
  const reason =
    error.code === 'UNEXPECTED_RESPONSE' ? 'The service asks to wait' : quoted(error.message, quota);
  const until = timeOfDay(new Date(Date.now() + seconds * 1_000));
  const agreed =
    seconds > unaskedWaitSeconds
      ? await terminal.confirm(`${reason}. Wait until ${until} (${duration(seconds)})?`)
      : null;
  if (agreed === false) {
    throw new CommandError(`Not waited: ${reason}, until ${until}. Run the same command again to continue`);
  }
  if (agreed === null) {
    terminal.note(`${reason}: waiting until ${until} (${duration(seconds)})`);
  }
}

/** The name of the limit, from the message of the service. */
function quoted(message: string, quota: unknown): string {
  return typeof quota === 'number' ? `${message} (${quota})` : message;
}
