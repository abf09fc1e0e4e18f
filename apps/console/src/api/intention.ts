import { LeadbridgeError, newIdempotencyKey } from '@leadbridge/client';
import { useState } from 'react';

export interface Intention {
  /** The `Idempotency-Key` of this write: sent again after a lost response, the same write is the same request. */
  keyFor(write: string): string;
  /** Call it with the outcome of each write: after a response, the same write is a new request. */
  ended(error: Error | null): void;
}

/** Keys for the writes of one part of a screen. */
export function createIntention(newKey: () => string = newIdempotencyKey): Intention {
  let current = { write: '', key: '' };
  return {
    keyFor(write) {
      if (current.write !== write) {
        current = { write, key: newKey() };
      }
      return current.key;
    },
    ended(error) {
      if (error === null || isRefusal(error)) {
        current = { write: '', key: '' };
      }
    },
  };
}

/** Whether certainly nothing was done; unknown after a fault or without a response. */
function isRefusal(error: Error): boolean {
  return error instanceof LeadbridgeError && error.status !== null && error.status < 500;
}

export function useIntention(): Intention {
  return useState(() => createIntention())[0];
}
