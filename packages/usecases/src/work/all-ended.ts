/** Throws the first error once all has ended, so that nothing still runs during cleanup. */
export async function allEnded<T extends readonly unknown[] | []>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work);
  return await Promise.all(work);
}
