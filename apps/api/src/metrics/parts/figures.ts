import type { DeliveryStatus, UnpushedStatus } from '@leadbridge/contracts';
import type { PsaBudgetStatus } from '@leadbridge/integrations';
import type { Clock } from '@leadbridge/platform';
import type { JobProducer } from '@leadbridge/queue';
import type {
  DispatchMonitor,
  JobStore,
  PsaMirrorReader,
  ReconciliationStore,
  SuppressionStore,
} from '@leadbridge/usecases';

import type { ApiServices } from '../../services.js';

export interface ServiceFigures {
  readonly clock: Clock;
  readonly queues: JobProducer['queues'];
  /** Throws while Redis is unavailable. */
  readonly psaBudget: () => Promise<PsaBudgetStatus>;
  /** Jobs that are currently put back, by what they wait for. */
  readonly countPutBack: () => ReturnType<JobStore['countPutBack']>;
  readonly countDeliveries: (
    statuses: readonly DeliveryStatus[],
  ) => Promise<ReadonlyMap<DeliveryStatus, number>>;
  readonly oldestPendingDelivery: () => Promise<Date | null>;
  readonly dispatchMonitor: Pick<DispatchMonitor, 'read'>;
  readonly optOuts: Pick<SuppressionStore, 'list'>;
  readonly oldestOptOut: (status: UnpushedStatus) => Promise<Date | null>;
  readonly workers: ApiServices['workers'];
  readonly mirror: Pick<PsaMirrorReader, 'states' | 'counts'>;
  readonly reconciliations: Pick<ReconciliationStore, 'lastFinished'>;
}
