import { readFile } from 'node:fs/promises';

import type { AppProcess } from '@leadbridge/devkit';

const megabyte = 1024 * 1024;

/** Resident memory as Linux counts it; elsewhere NaN. */
export async function residentMegabytes(app: AppProcess | undefined): Promise<number> {
  try {
    const status = await readFile(`/proc/${String(app?.pid)}/status`, 'utf8');
    return (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024) / megabyte;
  } catch {
    return Number.NaN;
  }
}

/** The most that an app held while the work went on, looked at five times a second. */
export async function peakMegabytes(
  app: AppProcess | undefined,
  work: () => Promise<unknown>,
): Promise<number> {
  let peak = await residentMegabytes(app);
  const timer = setInterval(() => {
    void residentMegabytes(app).then((now) => {
      peak = Math.max(peak, now);
    });
  }, 200);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return Math.max(peak, await residentMegabytes(app));
}
