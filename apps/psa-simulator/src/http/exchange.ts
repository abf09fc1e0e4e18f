import type { Response } from 'express';

import type { FaultRule } from '../faults/fault-rule.js';
import type { HeldRequests } from '../faults/held-requests.js';
import type { LoggedRequest } from '../limits/request-log.js';

export interface Exchange {
  readonly entry: LoggedRequest;
  readonly held: HeldRequests;
  /** True if faults without a path do not apply, because it is no request to the PSA. */
  readonly onlyByPath: boolean;
  /** The faults that were applied to it. */
  faults: readonly FaultRule[];
}

const exchanges = new WeakMap<Response, Exchange>();

export function openExchange(response: Response, exchange: Exchange): void {
  exchanges.set(response, exchange);
}

/** The exchange of a response to the API or the token service; undefined on the simulator's own pages. */
export function exchangeOf(response: Response): Exchange | undefined {
  return exchanges.get(response);
}
