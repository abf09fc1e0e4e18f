import { type Logger, withTimeout } from '@leadbridge/platform';
import type { MetricsBoard } from '@leadbridge/queue';
import { collectDefaultMetrics, Registry } from 'prom-client';

import { rememberFor } from '../connections/remember.js';
import { createHttpMetrics } from './http-metrics.js';
import { joinExpositions } from './join-expositions.js';
import { createServiceGauges, type GivenFigures } from './service-gauges.js';

export type Metrics = ReturnType<typeof createMetrics>;

const workersMilliseconds = 3_000;
/** However many clients ask, the servers are queried once a second. */
const rememberedMilliseconds = 1_000;

export function createMetrics(
  deps: GivenFigures & {
    readonly token: string | null;
    readonly board: Pick<MetricsBoard, 'read'>;
    readonly logger: Logger;
  },
) {
  const { token, board, clock, logger } = deps;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const countRequest = createHttpMetrics(registry);
  const readGauges = rememberFor(rememberedMilliseconds, clock, createServiceGauges(registry, deps));

  async function readWorkers(): Promise<readonly string[]> {
    try {
      return await withTimeout(board.read(), workersMilliseconds);
    } catch (error) {
      logger.debug("the workers' figures cannot be read", { error });
      return [];
    }
  }

  return {
    /** The token of Prometheus; null if only API credentials are accepted. */
    token,
    contentType: registry.contentType,
    countRequest,
    /** With the metrics of every worker, labelled `instance`. Never rejects because a part is unavailable. */
    async exposition(): Promise<string> {
      const [workers] = await Promise.all([readWorkers(), readGauges()]);
      return joinExpositions([await registry.metrics(), ...workers]);
    },
  };
}
