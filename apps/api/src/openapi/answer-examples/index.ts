import { accessExamples } from './access.js';
import { erasuresExamples } from './erasures.js';
import { importsExamples } from './imports.js';
import { insightExamples } from './insight.js';
import { jobsExamples } from './jobs.js';
import { mirrorExamples } from './mirror.js';
import { reconciliationExamples } from './reconciliation.js';
import { recordsExamples } from './records.js';
import { suppressionsExamples } from './suppressions.js';
import { webhooksExamples } from './webhooks.js';
import type { AnswerExamples } from './common.js';

/**
 * An example of each answer in JSON, as a run of the service gave it, with other secrets and times. A test holds every one against its schema, and an
 * answer without an example fails it.
 */
export const answerExamples: AnswerExamples = {
  ...importsExamples,
  ...recordsExamples,
  ...jobsExamples,
  ...webhooksExamples,
  ...suppressionsExamples,
  ...erasuresExamples,
  ...mirrorExamples,
  ...reconciliationExamples,
  ...insightExamples,
  ...accessExamples,
};
