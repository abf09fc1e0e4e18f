import type { HealthResponse } from '@leadbridge/contracts';

import { formatNumber } from '../../parts/format.js';
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

/** Each undefined until it is known. */
type Counts = Readonly<
  Record<'failedOptOuts' | 'unknownOptOuts' | 'failingWebhooks' | 'openCompanyMatches', number | undefined>
>;

/** Whether something is so, or undefined until that is known; what to say of it, and what to do on which screen. */
type Finding = readonly [isSo: boolean | undefined, text: string, verb?: string, path?: string];

/** What somebody should look at now, the gravest first; undefined where nothing is found, and not all is known. */
export function attentionOf(health: LookedAt, counts: Counts): readonly Attention[] | undefined {
  const findings = [...ofServers(health), ...ofPeople(health, counts), ...ofDelays(health, counts)];
  const found = findings.filter(([isSo]) => isSo === true);
  return found.length === 0 && findings.some(([isSo]) => isSo === undefined)
    ? undefined
    : found.map(([, text, verb = null, path = null]) => ({ text, verb, path }));
}

function ofCount(count: number | undefined, text: string, verb: string, path: string): Finding {
  return [count === undefined ? undefined : count > 0, `${text}: ${formatNumber(count ?? 0)}.`, verb, path];
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
    ofCount(
      failedOptOuts,
      'Opt-outs that could not be sent to their provider',
      'Send again',
      '/opt-outs?status=failed',
    ),
    ofCount(
      unknownOptOuts,
      'Opt-outs whose provider is unknown',
      'See which',
      '/opt-outs?status=unknown_source',
    ),
    ofCount(
      openCompanyMatches,
      'Companies whose client somebody has to decide on',
      'Decide',
      '/company-matches?status=open',
    ),
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
    ofCount(failingWebhooks, 'Webhooks that fail or were switched off', 'See why', '/webhooks'),
    [waitsForBudget, 'The PSA request budget is used up: jobs wait for it.', 'See who uses it', '/psa'],
  ];
}
