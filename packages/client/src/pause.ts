export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** @throws the signal's reason if it is aborted meanwhile */
export const pause: Sleep = async (milliseconds, signal) => {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
};
