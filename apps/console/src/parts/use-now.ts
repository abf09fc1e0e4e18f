import { useSyncExternalStore } from 'react';

const stepMs = 15_000;

/** Whoever shows a time; one timer for all of them. */
const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function watch(onStep: () => void): () => void {
  watchers.add(onStep);
  timer ??= setInterval(() => watchers.forEach((each) => each()), stepMs);
  return () => {
    watchers.delete(onStep);
    if (watchers.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** The time, in steps that are short enough for words such as "4 min ago". */
export function useNow(): number {
  return useSyncExternalStore(watch, () => Math.ceil(Date.now() / stepMs) * stepMs);
}
