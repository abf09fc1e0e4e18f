import { accessExamples } from './access.js';
import { companyMatchesExamples } from './company-matches.js';
import { erasuresExamples } from './erasures.js';
import { importsExamples } from './imports.js';
import { insightExamples } from './insight.js';
import { jobsExamples } from './jobs.js';
import { mcpExamples } from './mcp.js';
import { mirrorExamples } from './mirror.js';
import { reconciliationExamples } from './reconciliation.js';
import { recordsExamples } from './records.js';
import { suppressionsExamples } from './suppressions.js';
import { webhooksExamples } from './webhooks.js';
import type { ResponseExamples } from './common.js';

/**
 * An example of each JSON response, recorded from the running service, with secrets and times replaced. A
 * test validates each against its schema, and fails for a response without an example.
 */
export const responseExamples: ResponseExamples = {
  ...importsExamples,
  ...recordsExamples,
  ...jobsExamples,
  ...webhooksExamples,
  ...suppressionsExamples,
  ...companyMatchesExamples,
  ...erasuresExamples,
  ...mcpExamples,
  ...mirrorExamples,
  ...reconciliationExamples,
  ...insightExamples,
  ...accessExamples,
};
