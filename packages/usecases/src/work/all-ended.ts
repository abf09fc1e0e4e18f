/**
 * Waits for concurrent work, and throws the first error once all of it has ended, so that nothing still runs
 * during cleanup.
 */
export async function allEnded<T extends readonly unknown[] | []>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work);
  return await Promise.all(work);
}
