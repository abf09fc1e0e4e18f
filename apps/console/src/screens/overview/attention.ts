import type { HealthResponse } from '@leadbridge/contracts';

import { failureReasons } from '../psa/failure-reasons.js';

export interface Attention {
  readonly text: string;
  /** What to do, and the screen for it; null where that is outside of the console. */
  readonly verb: string | null;
  readonly path: string | null;
}

/** What of the service's health is looked at. */
export type LookedAt = Pick<
  HealthResponse,
  'services' | 'workers' | 'queue' | 'event_dispatch' | 'psa_failure' | 'psa_budget'
>;

/** What somebody should look at now, the gravest first. */
export function attentionOf(
  health: LookedAt,
  counts: {
    readonly failedOptOuts: number;
    readonly unknownOptOuts: number;
    readonly failingWebhooks: number;
    readonly openCompanyMatches: number;
  },
): readonly Attention[] {
  const {
    services,
    workers,
    queue,
    event_dispatch: dispatch,
    psa_failure: failure,
    psa_budget: budget,
  } = health;
  const found: readonly (Attention | false)[] = [
    services.database !== 'connected' && {
      text: 'MongoDB is down: nothing can be read or written.',
      verb: null,
      path: null,
    },
    queue.state === 'refusing_writes' && {
      text: 'Redis refuses writes, perhaps because it is full: jobs wait.',
      verb: null,
      path: null,
    },
    queue.state === 'disconnected' && { text: 'Redis is down: jobs wait.', verb: null, path: null },
    workers.alive === 0 && {
      text: 'No worker is running: jobs wait until one starts.',
      verb: 'See the jobs',
      path: '/jobs?status=queued',
    },
    failure !== null && {
      text: `The PSA is failing: ${failureReasons[failure.reason]}.`,
      verb: 'See what it says',
      path: '/psa',
    },
    failure === null &&
      services.psa === 'disconnected' && {
        text: 'The PSA is unreachable: jobs wait.',
        verb: 'Check it',
        path: '/psa',
      },
    counts.failedOptOuts > 0 && {
      text: `Opt-outs that could not be sent to their provider: ${counts.failedOptOuts}.`,
      verb: 'Send again',
      path: '/opt-outs?status=failed',
    },
    counts.unknownOptOuts > 0 && {
      text: `Opt-outs whose provider is unknown: ${counts.unknownOptOuts}.`,
      verb: 'See which',
      path: '/opt-outs?status=unknown_source',
    },
    counts.openCompanyMatches > 0 && {
      text: `Companies whose client somebody has to decide on: ${counts.openCompanyMatches}.`,
      verb: 'Decide',
      path: '/company-matches?status=open',
    },
    services.provider_a === 'disconnected' && {
      text: 'Provider A is unreachable.',
      verb: 'See the opt-outs',
      path: '/opt-outs',
    },
    dispatch.state === 'stalled' && {
      text: 'Events are not being delivered to webhooks.',
      verb: 'See the webhooks',
      path: '/webhooks',
    },
    counts.failingWebhooks > 0 && {
      text: `Webhooks that fail or were switched off: ${counts.failingWebhooks}.`,
      verb: 'See why',
      path: '/webhooks',
    },
    budget !== null &&
      Object.values(budget.waiting).some((waiting) => waiting > 0) && {
        text: 'The PSA request budget is used up: jobs wait for it.',
        verb: 'See who uses it',
        path: '/psa',
      },
  ];
  return found.filter((each) => each !== false);
}
