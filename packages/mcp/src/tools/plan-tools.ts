import { newIdempotencyKey } from '@leadbridge/client';

import { jobId, leads, source } from '../arguments.js';
import { untrustedData } from '../cut.js';
import { fit } from '../fit.js';
import { defineTool, viaMcp } from '../tool.js';

export const validateLeads = defineTool({
  name: 'validate_leads',
  description: 'Check leads without importing them.',
  keys: { source, leads },
  run: async (sent, api) => {
    const { data } = await api.POST('/validate/leads', { body: { ...sent, leads: [...sent.leads] } });
    const verdicts = 'results' in data ? data.results : [data];
    return fit((level) => ({
      results: verdicts.map(({ valid, warnings, suggestions }, index) => ({
        index,
        valid,
        untrusted: untrustedData(
          {
            ...(warnings.length === 0 ? {} : { warnings }),
            ...(suggestions.length === 0 ? {} : { suggestions }),
          },
          level,
        ),
      })),
    }));
  },
});

export const planImport = defineTool({
  name: 'plan_import',
  description: 'Plan an import: a dry run that writes nothing. job_status follows it.',
  keys: { source, leads },
  run: async (sent, api) => {
    const { data } = await api.POST('/sync/leads/bulk', {
      body: { ...sent, leads: [...sent.leads], batch_options: { dry_run: true } },
      headers: plannedHeaders(),
    });
    return startedJob(data);
  },
});

export const planUndo = defineTool({
  name: 'plan_undo',
  description: 'Plan the undo of an import: a dry run that writes nothing. A person carries it out.',
  keys: { job_id: jobId },
  run: async (path, api) => {
    const { data } = await api.POST('/jobs/{job_id}/undo', {
      params: { path },
      body: { dry_run: true },
      headers: plannedHeaders(),
    });
    return startedJob(data);
  },
});

/** The key makes a lost response harmless: the client repeats the request, and it is done once. */
export function plannedHeaders(): Readonly<Record<string, string>> {
  return { ...viaMcp, Prefer: 'respond-async', 'Idempotency-Key': newIdempotencyKey() };
}

/** @throws Error for the response of a request that waited, which none of these does */
export function startedJob(data: object): { readonly job_id: string; readonly status: string } {
  if ('job_id' in data && 'status' in data) {
    return { job_id: String(data.job_id), status: String(data.status) };
  }
  throw new Error('The job was not started in the background');
}
