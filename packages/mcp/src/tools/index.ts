import type { Tool } from '../tool.js';
import { explainLead } from './explain-lead.js';
import { findLeads } from './find-leads.js';
import { failedRows, jobStatus } from './job-tools.js';
import { planImport, planUndo, validateLeads } from './plan-tools.js';
import { reconciliationFindings, serviceHealth } from './service-tools.js';
import { commitPlan, suppressPerson } from './write-tools.js';

export const tools: readonly Tool[] = [
  findLeads,
  explainLead,
  jobStatus,
  failedRows,
  serviceHealth,
  reconciliationFindings,
  validateLeads,
  planImport,
  planUndo,
  commitPlan,
  suppressPerson,
];
