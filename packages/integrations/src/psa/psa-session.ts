import type { PsaCallContext, PsaSession } from '@leadbridge/usecases';

import type { ArrayLimits } from './array-limits.js';
import type { PsaCaller } from './psa-caller.js';
import type { PsaDialect } from './psa-dialect.js';
import { createPsaIo } from './psa-io.js';

/** The PSA in its own dialect, for one piece of work. */
export function createPsaSession(
  caller: PsaCaller,
  limits: ArrayLimits,
  dialect: PsaDialect,
  context: PsaCallContext,
  settleMilliseconds: number,
): PsaSession {
  return {
    settleMilliseconds,
    expectCalls: (count) => {
      caller.expectCalls(context, count);
    },
    ...dialect.open(createPsaIo(caller, limits, dialect, context)),
  };
}
