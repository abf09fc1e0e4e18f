import type { Clock, Logger } from '@leadbridge/platform';

const maxEntries = 10_000;

/** At most once within `milliseconds` for each id. No request waits for it or fails with it. */
export function createLazyRecord(
  milliseconds: number,
  parts: { readonly clock: Clock; readonly logger: Logger },
  write: (id: string, now: number) => Promise<void>,
): (id: string) => void {
  const { clock, logger } = parts;
  const written = new Map<string, number>();
  return (id) => {
    const now = clock.now();
    const last = written.get(id);
    if (last !== undefined && now < last + milliseconds) {
      return;
    }
    if (written.size >= maxEntries) {
      written.clear();
    }
    written.set(id, now);
    write(id, now).catch((error: unknown) => {
      logger.debug('the last use of a credential could not be recorded', { error });
    });
  };
}
