interface Waiting<T> {
  readonly item: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Items that arrive during a write are written together by the next; a single item is written at once. */
export function createGroupCommit<T>(write: (items: readonly T[]) => Promise<void>, limit = 200) {
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
    /** Resolves once `item` is written; rejects with the write's error. */
    submit(item: T): Promise<void> {
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
