import {
  PsaBudgetError,
  PsaRefusedError,
  PsaUnavailableError,
  PsaUncertainError,
} from '../ports/psa-errors.js';
import type { PsaSession, WriteResult } from '../ports/psa.js';

/**
 * The result of a call: `refused`, with a reason; `response_lost`, after it was applied; `request_lost`, before
 * it was applied; `away`, the PSA fails as a whole; `no_budget`, the call gets no slot.
 */
export type PsaFault = 'refused' | 'response_lost' | 'request_lost' | 'away' | 'no_budget';

export type PsaCall = {
  [K in keyof PsaSession]: PsaSession[K] extends (...given: never[]) => Promise<unknown> ? K : never;
}[keyof PsaSession];

/** Unix milliseconds. */
export const budgetRetryAt = Date.parse('2026-01-31T10:00:00.000Z');
const psaRefusal = 'The PSA objects to it';

/** Decides how each call of a PSA goes: as planned, otherwise well. */
export function createPsaFaults() {
  const planned = new Map<PsaCall, (PsaFault | 'ok')[]>();

  const next = (call: PsaCall): PsaFault | 'ok' => planned.get(call)?.shift() ?? 'ok';

  return {
    /** Plans the next calls of this name, or the next items of a `create…`, one after the other. */
    plan(call: PsaCall, ...faults: readonly (PsaFault | 'ok')[]): void {
      planned.set(call, [...(planned.get(call) ?? []), ...faults]);
    },

    /** A read, or a write that names what it changes. */
    async call<T>(name: PsaCall, apply: () => T): Promise<T> {
      const fault = next(name);
      throwWhole(fault);
      if (fault === 'refused') {
        throw new PsaRefusedError(psaRefusal, 400);
      }
      if (fault === 'request_lost') {
        throw new PsaUncertainError('The response was lost');
      }
      const response = apply();
      if (fault === 'response_lost') {
        throw new PsaUncertainError('The response was lost');
      }
      return response;
    },

    /** A write of several items, each with its own result; a failure of the whole call applies none. */
    async create<T>(
      name: PsaCall,
      items: readonly T[],
      apply: (item: T) => Extract<WriteResult, { ok: true }>,
    ): Promise<readonly WriteResult[]> {
      const faults = items.map(() => next(name));
      faults.forEach(throwWhole);
      const results = items.map((item, index): WriteResult => {
        const fault = faults[index] ?? 'ok';
        if (fault === 'refused') {
          return { ok: false, uncertain: false, message: psaRefusal };
        }
        const applied = fault === 'request_lost' ? null : apply(item);
        return applied === null || fault === 'response_lost'
          ? { ok: false, uncertain: true, message: 'The response was lost' }
          : applied;
      });
      return results;
    },
  };
}

/** Fails as the PSA does as a whole, if it does. */
export function throwWhole(fault: PsaFault | 'ok'): void {
  if (fault === 'away') {
    throw new PsaUnavailableError('The PSA is away');
  }
  if (fault === 'no_budget') {
    throw new PsaBudgetError(budgetRetryAt, { callsPerWindow: 500, windowMs: 300_000 });
  }
}
