/** The timeout expired before there was a result. The awaited work continues. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * The promise's value, if it resolves within `timeoutMs`. A later rejection is ignored. What arrived while this process was too busy
 * to read it counts as in time.
 *
 * @throws TimeoutError
 */
export async function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      // Timers run before what has arrived is read.
      setImmediate(reject, new TimeoutError(`No response within ${timeoutMs} ms`));
    }, timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
