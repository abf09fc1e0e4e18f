import type { Status } from '@leadbridge/domain';

import type { MoveFacts } from '../ports/analytics.js';

/** How many records came to a status. */
export function arrivals(moves: readonly MoveFacts[], status: Status): number {
  return moves.reduce((total, { to, count }) => (to === status ? total + count : total), 0);
}
