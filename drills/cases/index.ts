import type { Drill } from '../drill.js';
import { killedWorkers } from './01-killed-workers.js';
import { lostAnswers } from './02-lost-answers.js';
import { frozenWorker } from './03-frozen-worker.js';
import { lowerLimitDrill } from './04-lower-limit.js';
import { sickPsa } from './05-sick-psa.js';
import { tokens } from './06-tokens.js';
import { bulkAnswers } from './07-bulk-answers.js';
import { redisLost } from './08-redis-lost.js';
import { mongodbFailover } from './09-mongodb-failover.js';
import { redisFailover } from './10-redis-failover.js';
import { onePerson } from './11-one-person.js';
import { hostileWebhooks } from './12-hostile-webhooks.js';
import { guardedAddresses } from './13-guarded-addresses.js';
import { clocks } from './14-clocks.js';
import { hostileBodies } from './15-hostile-bodies.js';
import { rollingRestarts } from './16-restarts.js';
import { oldBackup } from './17-old-backup.js';
import { fullDisk } from './18-full-disk.js';
import { upgrade } from './19-upgrade.js';
import { soak } from './20-soak.js';
import { mirror } from './21-mirror.js';

/** In the order in which they are run. */
export const drills: readonly Drill[] = [
  killedWorkers,
  lostAnswers,
  frozenWorker,
  lowerLimitDrill,
  sickPsa,
  tokens,
  bulkAnswers,
  redisLost,
  mongodbFailover,
  redisFailover,
  onePerson,
  hostileWebhooks,
  guardedAddresses,
  clocks,
  hostileBodies,
  rollingRestarts,
  oldBackup,
  fullDisk,
  upgrade,
  soak,
  mirror,
];
