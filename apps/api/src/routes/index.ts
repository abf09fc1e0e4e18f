import type { Route } from '../http/route.js';
import { listCalls } from './calls/list-calls.js';
import { recordCall } from './calls/record-call.js';
import { getHealth } from './health/get-health.js';
import { getLiveness } from './health/get-liveness.js';
import { getReadiness } from './health/get-readiness.js';
import { cancelJob } from './jobs/cancel-job.js';
import { getJob } from './jobs/get-job.js';
import { listJobResults } from './jobs/list-job-results.js';
import { listJobs } from './jobs/list-jobs.js';
import { retryJob } from './jobs/retry-job.js';
import { streamJobEvents } from './jobs/stream-job-events.js';
import { getSuppression } from './suppressions/get-suppression.js';
import { listSuppressions } from './suppressions/list-suppressions.js';
import { postSuppression } from './suppressions/post-suppression.js';
import { retrySuppression } from './suppressions/retry-suppression.js';
import { getLead } from './leads/get-lead.js';
import { listLeads } from './leads/list-leads.js';
import { setLeadStatus } from './leads/set-lead-status.js';
import { createOpportunity } from './opportunities/create-opportunity.js';
import { getOpportunity } from './opportunities/get-opportunity.js';
import { listOpportunities } from './opportunities/list-opportunities.js';
import { updateOpportunity } from './opportunities/update-opportunity.js';
import { convertLead } from './prospects/convert-lead.js';
import { getProspect } from './prospects/get-prospect.js';
import { listProspects } from './prospects/list-prospects.js';
import { setProspectStatus } from './prospects/set-prospect-status.js';
import { importLead } from './sync/import-lead.js';
import { importLeads } from './sync/import-leads.js';
import { validateLead } from './validation/validate-lead.js';
import { postDncSync } from './webhooks/post-dnc-sync.js';

/** Every endpoint of the service, by area. */
export const routeTable: readonly Route[] = [
  // Health
  getHealth,
  getLiveness,
  getReadiness,
  // Import
  importLead,
  importLeads,
  validateLead,
  // Leads
  listLeads,
  getLead,
  setLeadStatus,
  // Prospects
  convertLead,
  listProspects,
  getProspect,
  setProspectStatus,
  // Opportunities
  createOpportunity,
  listOpportunities,
  getOpportunity,
  updateOpportunity,
  // Calls
  recordCall,
  listCalls,
  // Jobs
  listJobs,
  getJob,
  listJobResults,
  streamJobEvents,
  cancelJob,
  retryJob,
  // Suppressions
  postDncSync,
  listSuppressions,
  postSuppression,
  getSuppression,
  retrySuppression,
];
