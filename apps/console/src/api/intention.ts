import { LeadbridgeError, newIdempotencyKey } from '@leadbridge/client';
import { useState } from 'react';

export interface Intention {
  /** The `Idempotency-Key` of this write: sent again because no answer came, the same write is the same request. */
  keyFor(write: string): string;
  /** To be told how each write ended: what was answered may be sent anew, and is a new request then. */
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

/** Whether nothing was done, for sure. Of a fault, and of no answer, nobody knows. */
function isRefusal(error: Error): boolean {
  return error instanceof LeadbridgeError && error.status !== null && error.status < 500;
}

export function useIntention(): Intention {
  return useState(() => createIntention())[0];
}
