/** When `work` has settled, after `milliseconds`, or on `signal`, whichever is first. Never rejects. */
export async function settledOrAfter(
  work: Promise<unknown>,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<void> {
  // A signal that is already aborted emits no further event.
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
