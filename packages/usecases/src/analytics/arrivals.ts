import type { Status } from '@leadbridge/domain';

import type { TransitionFacts } from '../ports/analytics.js';

export function arrivals(transitions: readonly TransitionFacts[], status: Status): number {
  return transitions.reduce((total, { to, count }) => (to === status ? total + count : total), 0);
}
