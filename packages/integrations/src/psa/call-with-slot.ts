import type { PsaPriority } from '@leadbridge/usecases';

import type { HttpResponse } from '../http/http-client.js';
import { HttpFault } from '../http/http-fault.js';
import type { PsaBudget, PsaSlot } from './budget.js';

/** The slots of calls that follow each other. */
export interface SlotChain {
  /** How many calls follow; the next one takes the slots of all. */
  expected: number;
  isOver: boolean;
  readonly kept: PsaSlot[];
}

export interface SlottedCall {
  readonly priority: PsaPriority;
  readonly chain?: SlotChain | undefined;
  /** Until when to wait for a slot, in terms of `performance.now()`. */
  readonly deadline: number;
  /** Runs after the grant, directly before sending; if it throws, nothing is sent. */
  readonly beforeSend?: () => Promise<void>;
  readonly send: () => Promise<HttpResponse>;
}

/**
 * Makes a call with a slot of the budget. A 429 reduces the budget and makes the call wait for its turn
 * again: it was not applied, and costs the caller only time. A 503 with a Retry-After is returned, as it is
 * unknown whether it was applied, and makes all calls wait for as long. Throws what `acquire`, `beforeSend`
 * and `send` throw.
 */
export async function callWithSlot(budget: PsaBudget, call: SlottedCall): Promise<HttpResponse> {
  for (;;) {
    const slot = await takeSlot(budget, call);
    try {
      await call.beforeSend?.();
    } catch (error) {
      slot.cancel();
      throw error;
    }
    if (!slot.isFresh()) {
      slot.cancel();
      continue;
    }
    const response = await call.send().catch((error: unknown) => {
      if (error instanceof HttpFault && !error.mayHaveArrived) {
        slot.cancel();
      } else {
        slot.complete();
      }
      throw error;
    });
    if (response.status !== 429) {
      if (response.status === 503 && (response.retryAfterMilliseconds ?? 0) > 0) {
        await slot.pauseAll(response.retryAfterMilliseconds ?? 0);
      }
      slot.complete();
      return response;
    }
    await slot.refuse({
      limit: readNamedLimit(response.body),
      retryAfterMilliseconds: response.retryAfterMilliseconds,
    });
  }
}

/** Returns the slots that were not needed. */
export function giveBack({ kept }: SlotChain): void {
  kept.splice(0).forEach((slot) => {
    slot.cancel();
  });
}

async function takeSlot(budget: PsaBudget, { priority, deadline, chain }: SlottedCall): Promise<PsaSlot> {
  const kept = chain?.kept.shift();
  if (kept !== undefined || chain === undefined) {
    return kept ?? (await budget.acquire(priority, deadline));
  }
  const calls = Math.max(1, chain.expected);
  chain.expected = 0;
  const [slot, ...following] = await budget.acquireTogether(priority, deadline, calls);
  chain.kept.push(...following);
  if (chain.isOver) {
    giveBack(chain);
  }
  return slot;
}

/** The N of "Rate Limit Reached - N Requests per rolling 5 minute window."; no other number counts. */
export function readNamedLimit(body: string): number | null {
  const digits = /(\d[\d,]{0,8}) requests? per rolling/i.exec(body.slice(0, 5000))?.[1];
  const limit = digits === undefined ? 0 : Number(digits.replaceAll(',', ''));
  return limit > 0 ? limit : null;
}
