/** Resolves when `work` has settled, when `milliseconds` are over, or when `signal` is aborted, whichever comes first. Never rejects. */
export async function settledOrAfter(
  work: Promise<unknown>,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<void> {
  // A signal tells of its end once, and nobody who listens later.
  if (signal?.aborted === true) {
    return;
  }
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
    work.then(end, end);
  });
}
