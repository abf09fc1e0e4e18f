/**
 * Waits for work that goes on side by side, and throws what the first of it failed with once all of it has ended: none goes on behind the
 * back of whoever cleans up.
 */
export async function allEnded<T extends readonly unknown[] | []>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work);
  return await Promise.all(work);
}
