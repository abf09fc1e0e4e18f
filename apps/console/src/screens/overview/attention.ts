import type { HealthAnswer } from '@leadbridge/contracts';

export interface Attention {
  readonly text: string;
  /** The screen that says more, or mends it; null where that is outside of the console. */
  readonly path: string | null;
}

/** What of the service's health is looked at. */
export type LookedAt = Pick<
  HealthAnswer,
  'services' | 'workers' | 'queue' | 'event_dispatch' | 'psa_failure' | 'psa_budget'
>;

/** What somebody should look at now, the gravest first. */
export function attentionOf(
  health: LookedAt,
  counts: { readonly failedOptOuts: number; readonly failingWebhooks: number },
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
      text: 'The database is out of reach: nothing can be read or written.',
      path: null,
    },
    queue.state !== 'connected' && { text: 'Redis is out of reach: jobs wait.', path: null },
    workers.alive === 0 && {
      text: 'No worker runs: jobs wait until one is started.',
      path: '/jobs?status=queued',
    },
    failure !== null && {
      text: `The PSA gives no usable answers: ${failure.reason.replaceAll('_', ' ')}.`,
      path: '/psa',
    },
    failure === null &&
      services.psa === 'disconnected' && { text: 'The PSA is out of reach: jobs wait.', path: '/psa' },
    counts.failedOptOuts > 0 && {
      text: `${counts.failedOptOuts} opt-outs are not known to their provider.`,
      path: '/opt-outs?status=failed',
    },
    dispatch.state === 'stalled' && { text: 'Events are not handed to the webhooks.', path: '/webhooks' },
    counts.failingWebhooks > 0 && {
      text: `${counts.failingWebhooks} webhooks fail or were switched off.`,
      path: '/webhooks',
    },
    budget !== null &&
      Object.values(budget.waiting).some((waiting) => waiting > 0) && {
        text: 'The budget of PSA requests is used up: jobs wait for it.',
        path: '/psa',
      },
  ];
  return found.filter((each) => each !== false);
}
