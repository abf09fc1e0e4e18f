import type { PsaCallSummary, PsaPort } from '@leadbridge/usecases';

import { ArrayLimits } from './array-limits.js';
import type { PsaBudgetStatus } from './budget-status.js';
import { PsaCaller } from './psa-caller.js';
import { createPsaSession } from './psa-session.js';
import { createPsaIo } from './psa-io.js';
import type { PsaDialect, PsaIo } from './psa-dialect.js';
import type { PsaClientSettings } from './psa-settings.js';
import { createSpecDialect } from './spec-dialect.js';

/** The PSA as this process reaches it. */
export interface PsaClientHandle extends PsaPort {
  /** Makes one cheap call, where the budget has a slot for it at once; `calls` tells what came of it. Never rejects. */
  probe(): Promise<void>;
  /** Lets somebody look at the PSA by the steps of its dialect. Nothing else may be written by it. */
  inspect<T>(look: (io: PsaIo) => Promise<T>): Promise<T>;
  /** The budget of all processes. @throws PsaUnavailableError where Redis is unavailable */
  budget(): Promise<PsaBudgetStatus>;
  /** What became of all calls of this process. */
  calls(): PsaCallSummary;
  /** Ends all waiting for the budget with `PsaBudgetError`, and closes idle connections. The Redis connection is left open. */
  close(): void;
}

/**
 * Connects nothing by itself: the first call fetches a token.
 *
 * @param dialect the PSA's language; the specification's unless said otherwise
 */
export function createPsaClient(
  settings: PsaClientSettings,
  dialect: PsaDialect = createSpecDialect(settings),
): PsaClientHandle {
  const caller = new PsaCaller(settings, dialect);
  const limits = new ArrayLimits((pattern) => dialect.creation.maxArrayLength(pattern));
  return {
    session: (context) => createPsaSession(caller, limits, dialect, context, settings.settleSeconds * 1_000),
    probe: async () => caller.probe(),
    inspect: async (look) => look(createPsaIo(caller, limits, dialect, { priority: 'lifecycle' })),
    budget: async () => caller.budget(),
    calls: () => caller.calls(),
    close() {
      caller.close();
    },
  };
}
