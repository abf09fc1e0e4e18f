import type { ShutdownStep } from '@leadbridge/platform';

/** Repeats `look` as long as the process lives, one at a time; it must not reject. */
export function lookEvery(
  intervalMs: number,
  parts: { readonly name: string; readonly look: () => Promise<void> },
): ShutdownStep {
  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    looking ??= parts.look().finally(() => {
      looking = null;
    });
  }, intervalMs).unref();
  return {
    name: parts.name,
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
