/** Items that arrive together are written together. */
export interface GroupCommit<T> {
  /** Resolves once `item` is written; rejects with the write's error. */
  submit(item: T): Promise<void>;
}

interface Waiting<T> {
  readonly item: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: while a write is in progress, new items are collected, and the next write takes them all (at
 * most `limit`). A single item is written at once, so nothing waits for others.
 */
export function createGroupCommit<T>(
  write: (items: readonly T[]) => Promise<void>,
  limit = 200,
): GroupCommit<T> {
  let waiting: Waiting<T>[] = [];
  let writing = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.slice(0, limit);
      waiting = waiting.slice(limit);
      try {
        await write(group.map((entry) => entry.item));
        group.forEach(({ resolve }) => resolve());
      } catch (error) {
        group.forEach(({ reject }) => reject(error));
      }
    }
    writing = false;
  }

  return {
    submit(item) {
      return new Promise<void>((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (!writing) {
          writing = true;
          void drain();
        }
      });
    },
  };
}
