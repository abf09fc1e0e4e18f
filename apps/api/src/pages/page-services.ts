import type { JobProducer } from '@leadbridge/queue';

import type { ApiServices } from '../services.js';

/** What the pages for operators need in addition to the services of the routes. */
export interface PageServices extends ApiServices {
  readonly queues: JobProducer['queues'];
}
