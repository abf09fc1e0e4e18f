import type { ProcessSystem } from '@leadbridge/devkit';

/** What the tests of the health of a service ask it. */
export interface Health {
  readonly status: string;
  readonly services: { readonly psa: string };
  readonly psa_failure: { readonly since: string; readonly reason: string } | null;
  readonly workers: { readonly alive: number; readonly last_seen_at: string | null };
}

export async function healthOf(system: ProcessSystem, api: number): Promise<Health> {
  return (await (await fetch(`${system.baseUrls[api] ?? ''}/health`)).json()) as Health;
}

/** Waits until both APIs report it; returns how many seconds that took. */
export async function secondsUntilHealth(
  system: ProcessSystem,
  holds: (health: Health) => boolean,
): Promise<number> {
  const start = performance.now();
  for (;;) {
    const responses = await Promise.all([healthOf(system, 0), healthOf(system, 1)]);
    const seconds = (performance.now() - start) / 1_000;
    if (responses.every(holds)) {
      return seconds;
    }
    if (seconds > 40) {
      throw new Error(`It has not come about: ${JSON.stringify(responses)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
