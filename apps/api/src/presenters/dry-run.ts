import { isDryRun } from '@leadbridge/contracts';
import { isOfType, readJob, type JobRecord } from '@leadbridge/usecases';

import { callsToUndo } from './estimate-finish.js';

/** Items that one request adds to a list. */
const itemsPerRequest = 100;

/** The fields of a dry run in a job's view and result, omitted for everything else. */
export function dryRunOf(record: JobRecord): { readonly dry_run?: true; readonly psa_requests?: number } {
  if (isOfType('undo_import', record)) {
    const undone = record.result !== null && 'undone' in record.result ? record.result.undone : 0;
    const isDry = readJob(record).input.dry_run;
    return isDry ? { dry_run: true, psa_requests: callsToUndo(undone) } : {};
  }
  if (isOfType('opt_out_list', record) || isOfType('erasure', record)) {
    return record.input['dry_run'] === true ? { dry_run: true } : {};
  }
  if (!isDryRun(record.input)) {
    return {};
  }
  if (isOfType('lead_import', record)) {
    const plan = record.result?.plan;
    return { dry_run: true, ...(plan === undefined ? {} : { psa_requests: plan.psa_requests }) };
  }
  const { writes = 0, listItems = {} } = record.plannedRequests ?? {};
  const fillings = Object.values(listItems).map((items) => Math.ceil(items / itemsPerRequest));
  return { dry_run: true, psa_requests: fillings.reduce((sum, requests) => sum + requests, writes) };
}
