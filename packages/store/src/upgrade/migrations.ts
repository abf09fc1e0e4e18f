import { eventsInOneCollection } from './events.js';
import { formerIndexes } from './former-indexes.js';
import { formerTotals } from './former-totals.js';
import { importFactsAmongEvents } from './import-facts.js';
import type { Migration } from './migration.js';
import { mirrorInOneCollection } from './mirrored-kinds.js';
import { personKeysOfRelease100 } from './person-keys.js';
import { singleRowsInTheirJobs } from './single-rows.js';
import { suppressionIndexes } from './suppression-indexes.js';

/** In the order in which they run. Only this folder knows the forms of earlier releases. */
export const migrations: readonly Migration[] = [
  formerIndexes,
  personKeysOfRelease100,
  eventsInOneCollection,
  importFactsAmongEvents,
  singleRowsInTheirJobs,
  suppressionIndexes,
  mirrorInOneCollection,
  formerTotals,
];
