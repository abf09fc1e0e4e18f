import { isPhoneCountry } from '@leadbridge/domain';
import {
  ConfigError,
  flag,
  integer,
  list,
  loadConfig,
  matching,
  oneOf,
  offOr,
  redisRules,
  seconds,
  sharedVariables,
  text,
  type Parser,
} from '@leadbridge/platform';
import { psaVariables } from '@leadbridge/integrations';
import { queueCatalog } from '@leadbridge/queue';
import { mongodbUriVariable } from '@leadbridge/store';

import { readSuppressionEndpoints, suppressionKey, suppressionUrl } from './suppression-endpoints.js';

const agentId: Parser<number | string> = (value) => (/^\d+$/.test(value) ? Number(value) : value);

/** `HH:MM`, in UTC. */
const timeOfDay = matching(/^([01]\d|2[0-3]):[0-5]\d$/u, 'a time such as 03:00, or off');

export const workerVariables = {
  mongodbUri: mongodbUriVariable,
  ...sharedVariables,
  ...psaVariables,
  psaAgentId: {
    name: 'PSA_AGENT_ID',
    description: 'the id of the agent in the PSA that the service acts as',
    parse: agentId,
    fallback: 1,
  },
  psaAgentName: {
    name: 'PSA_AGENT_NAME',
    description: 'the name of the agent in the PSA that the service acts as',
    parse: text,
    fallback: 'Leadbridge',
  },
  psaTimeoutSeconds: {
    name: 'PSA_TIMEOUT_SECONDS',
    description: 'seconds after which a request to the PSA is given up; 30 by default, with halopsa 65',
    parse: seconds(0.1, 600),
    fallback: null as number | null,
  },
  psaSettleSeconds: {
    name: 'PSA_SETTLE_SECONDS',
    description:
      'seconds until searches show what was written, after a lost response; raise it for a slower PSA',
    parse: seconds(0, 60),
    fallback: 5,
  },
  psaMirrorSharePercent: {
    name: 'PSA_MIRROR_SHARE_PERCENT',
    description: 'share of the PSA’s budget that the mirror may use to stay fresh, in percent of a window',
    parse: integer(1, 100),
    fallback: 20,
  },
  psaMirrorMaxAgeSeconds: {
    name: 'PSA_MIRROR_MAX_AGE_SECONDS',
    description: 'age in seconds at which the mirror reads a record again, if the budget allows',
    parse: integer(60, 86_400),
    fallback: 3_600,
  },
  workerConcurrency: {
    name: 'WORKER_CONCURRENCY',
    description: 'concurrent jobs of each queue in one worker',
    parse: integer(1, 1_000),
    fallback: 20,
  },
  workerQueues: {
    name: 'WORKER_QUEUES',
    description: 'the names of the queues that this worker takes jobs from; all by default',
    parse: list(oneOf(...Object.values(queueCatalog).map(({ name }) => name))),
    fallback: null as readonly string[] | null,
  },
  suppressionRetryDelays: {
    name: 'SUPPRESSION_RETRY_DELAYS',
    description: 'seconds before each retry of an opt-out that a provider did not accept',
    parse: list(seconds(0, 30 * 86_400)),
    fallback: [5, 30, 120, 600, 3_600] as readonly number[],
  },
  providerASuppressionKey: suppressionKey('A'),
  providerBSuppressionUrl: suppressionUrl('B'),
  providerBSuppressionKey: suppressionKey('B'),
  providerCSuppressionUrl: suppressionUrl('C'),
  providerCSuppressionKey: suppressionKey('C'),
  auditRetentionDays: {
    name: 'AUDIT_RETENTION_DAYS',
    description: 'days that the audit log keeps an entry; off: without a limit',
    parse: offOr(integer(1, 36_500)),
    fallback: 400 as number | null,
  },
  reconcileAt: {
    name: 'RECONCILE_AT',
    description: 'the time of the daily reconciliation with the PSA, HH:MM in UTC; or off',
    parse: offOr(timeOfDay),
    fallback: '03:00' as string | null,
  },
  reconcileOptOuts: {
    name: 'RECONCILE_OPT_OUTS',
    description: 'on: applies opt-outs in the PSA that no notification reported; off: only reports them',
    parse: flag,
    fallback: true,
  },
};

export type WorkerConfig = ReturnType<typeof loadWorkerConfig>;

/** @throws ConfigError that lists every error by variable name */
export function loadWorkerConfig(environment: Readonly<Record<string, string | undefined>> = process.env) {
  const production = environment['NODE_ENV'] === 'production';
  const problems: string[] = [];
  const config = listing(problems, () =>
    loadConfig(workerVariables, environment, {
      production,
      rules: [
        ...redisRules,
        ({ defaultCountry }) =>
          isPhoneCountry(defaultCountry)
            ? null
            : 'DEFAULT_COUNTRY: expected a country with telephone numbers, by its ISO 3166-1 code such as GB',
      ],
    }),
  );
  const suppressionEndpoints = listing(problems, () => readSuppressionEndpoints(environment, { production }));
  if (config === null || suppressionEndpoints === null) {
    throw new ConfigError([...new Set(problems)]);
  }
  return { ...config, ...psaTimeout(config), suppressionEndpoints };
}

/** The timeout of a request to the PSA if none is set; the gateway of a HaloPSA gives up after a minute. */
function psaTimeout(config: {
  readonly psaDialect: 'spec' | 'halopsa';
  readonly psaTimeoutSeconds: number | null;
}) {
  return { psaTimeoutSeconds: config.psaTimeoutSeconds ?? (config.psaDialect === 'halopsa' ? 65 : 30) };
}

/** Returns null and adds to `problems` if `read` finds errors. */
function listing<T>(problems: string[], read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError)) {
      throw error;
    }
    problems.push(...error.problems);
    return null;
  }
}
