import type { PsaCallSummary, PsaPort } from '@leadbridge/usecases';

import { ArrayLimits } from './array-limits.js';
import type { PsaBudgetStatus } from './budget-status.js';
import { PsaCaller } from './psa-caller.js';
import { createPsaIo } from './psa-io.js';
import type { PsaDialect, PsaIo } from './psa-dialect.js';
import type { PsaClientSettings } from './psa-settings.js';
import { createSpecDialect } from './spec-dialect.js';

export interface PsaClientHandle extends PsaPort {
  /** Makes one cheap call, if the budget has a free slot; the result is part of `calls`. Never rejects. */
  probe(): Promise<void>;
  /** For requests of the dialect's own outside of jobs, such as a check. */
  inspect<T>(look: (io: PsaIo) => Promise<T>): Promise<T>;
  /** The budget of all processes. @throws PsaUnavailableError if Redis is unavailable */
  budget(): Promise<PsaBudgetStatus>;
  calls(): PsaCallSummary;
  /** Ends all waiting for the budget with `PsaBudgetError`, and closes idle connections. The Redis connection is left open. */
  close(): void;
}

/**
 * Connects to nothing by itself: the first call fetches a token.
 *
 * @param dialect the PSA's dialect; the specification's by default
 */
export function createPsaClient(
  settings: PsaClientSettings,
  dialect: PsaDialect = createSpecDialect(settings),
): PsaClientHandle {
  const caller = new PsaCaller(settings, dialect);
  const limits = new ArrayLimits((pattern) => dialect.creation.maxArrayLength(pattern));
  return {
    session: (context) => ({
      settleMilliseconds: settings.settleSeconds * 1_000,
      expectCalls: (count) => {
        caller.expectCalls(context, count);
      },
      ...dialect.open(createPsaIo(caller, limits, dialect, context)),
    }),
    probe: async () => caller.probe(),
    inspect: async (look) => look(createPsaIo(caller, limits, dialect, { priority: 'lifecycle' })),
    budget: async () => caller.budget(),
    calls: () => caller.calls(),
    close() {
      caller.close();
    },
  };
}
