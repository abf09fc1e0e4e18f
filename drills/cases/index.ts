import type { Drill } from '../drill.js';
import { redisFailover } from './10-redis-failover.js';

/** In the order in which they are run. */
export const drills: readonly Drill[] = [redisFailover];
