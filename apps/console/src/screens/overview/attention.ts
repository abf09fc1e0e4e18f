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

interface Counts {
  readonly failedOptOuts: number;
  readonly unknownOptOuts: number;
  readonly failingWebhooks: number;
  readonly openCompanyMatches: number;
}

/** Whether something is so, what to say of it, and what to do on which screen. */
type Finding = readonly [isSo: boolean, text: string, verb?: string, path?: string];

/** What somebody should look at now, the gravest first. */
export function attentionOf(health: LookedAt, counts: Counts): readonly Attention[] {
  return [...ofServers(health), ...ofPeople(health, counts), ...ofDelays(health, counts)]
    .filter(([isSo]) => isSo)
    .map(([, text, verb = null, path = null]) => ({ text, verb, path }));
}

function ofServers({ services, queue, workers, psa_failure: failure }: LookedAt): readonly Finding[] {
  const psaIsAway = failure === null && services.psa === 'disconnected';
  return [
    [services.database !== 'connected', 'MongoDB is down: nothing can be read or written.'],
    [queue.state === 'refusing_writes', 'Redis refuses writes, perhaps because it is full: jobs wait.'],
    [queue.state === 'disconnected', 'Redis is down: jobs wait.'],
    [
      workers.alive === 0,
      'No worker is running: jobs wait until one starts.',
      'See the jobs',
      '/jobs?status=queued',
    ],
    [
      failure !== null,
      `The PSA is failing: ${failure === null ? '' : failureReasons[failure.reason]}.`,
      'See what it says',
      '/psa',
    ],
    [psaIsAway, 'The PSA is unreachable: jobs wait.', 'Check it', '/psa'],
  ];
}

/** What waits for somebody's decision, or for their provider. */
function ofPeople(
  { services }: LookedAt,
  { failedOptOuts, unknownOptOuts, openCompanyMatches }: Counts,
): readonly Finding[] {
  return [
    [
      failedOptOuts > 0,
      `Opt-outs that could not be sent to their provider: ${failedOptOuts}.`,
      'Send again',
      '/opt-outs?status=failed',
    ],
    [
      unknownOptOuts > 0,
      `Opt-outs whose provider is unknown: ${unknownOptOuts}.`,
      'See which',
      '/opt-outs?status=unknown_source',
    ],
    [
      openCompanyMatches > 0,
      `Companies whose client somebody has to decide on: ${openCompanyMatches}.`,
      'Decide',
      '/company-matches?status=open',
    ],
    [services.provider_a === 'disconnected', 'Provider A is unreachable.', 'See the opt-outs', '/opt-outs'],
  ];
}

function ofDelays(
  { event_dispatch: dispatch, psa_budget: budget }: LookedAt,
  { failingWebhooks }: Counts,
): readonly Finding[] {
  const waitsForBudget = Object.values(budget?.waiting ?? {}).some((waiting) => waiting > 0);
  return [
    [
      dispatch.state === 'stalled',
      'Events are not being delivered to webhooks.',
      'See the webhooks',
      '/webhooks',
    ],
    [
      failingWebhooks > 0,
      `Webhooks that fail or were switched off: ${failingWebhooks}.`,
      'See why',
      '/webhooks',
    ],
    [waitsForBudget, 'The PSA request budget is used up: jobs wait for it.', 'See who uses it', '/psa'],
  ];
}
