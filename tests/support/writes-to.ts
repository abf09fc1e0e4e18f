import type { PsaSimulator } from '@leadbridge/psa-simulator';

/**
 * The writes to a PSA since its log was cleared, such as `PUT /api/Tickets/10000`. A write that was repeated
 * after a lost response counts once.
 */
export function writesTo(simulator: PsaSimulator): string[] {
  const writes = simulator.requests
    .list()
    .filter(({ method, path }) => method !== 'GET' && path !== '/auth/token')
    .map(({ method, path, faults }) => ({ write: `${method} ${path}`, isLost: faults.length > 0 }));
  return writes
    .filter(
      ({ write, isLost }, index) =>
        !isLost || !writes.slice(index + 1).some((later) => later.write === write),
    )
    .map(({ write }) => write);
}
