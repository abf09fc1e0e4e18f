import type { ApiMethods } from './api-methods.js';
import type { components } from './generated/schema.js';
import { LeadbridgeError } from './leadbridge-error.js';
import { newIdempotencyKey } from './new-idempotency-key.js';
import type { Job, WatchJob } from './watch-job.js';

export interface ImportLeadOptions {
  readonly options?: components['schemas']['ImportOptions'] | undefined;
  /** The same key with the same lead returns the first response again for 24 hours. A new key by default. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Imports one lead, and waits for its result without a limit.
 *
 * @param source a configured source, which says how `data` is read
 * @throws LeadbridgeError for a lead that cannot be imported: its `details` say which field, and why
 */
export type ImportLead = (
  source: string,
  data: components['schemas']['LeadInput'],
  options?: ImportLeadOptions,
) => Promise<components['schemas']['ImportedLead']>;

interface Deps {
  readonly api: ApiMethods;
  readonly watch: WatchJob;
}

export function importLead({ api, watch }: Deps): ImportLead {
  return async (source, data, { options, idempotencyKey = newIdempotencyKey(), signal } = {}) => {
    const { data: response } = await api.POST('/sync/leads', {
      params: { header: { 'Idempotency-Key': idempotencyKey } },
      body: { source, data, ...(options === undefined ? {} : { options }) },
      ...(signal === undefined ? {} : { signal }),
    });
    if (!('job_id' in response)) {
      return response;
    }
    let last: Job | null = null;
    for await (const job of watch(response.job_id, { signal })) {
      last = job;
    }
    return resultOf(last);
  };
}

/** The result of an import job is the body that the endpoint returns if the request waits for the job. */
function resultOf(job: Job | null): components['schemas']['ImportedLead'] {
  if (job?.error) {
    const { code, message, details } = job.error;
    throw new LeadbridgeError(code, message, { details });
  }
  if (!job?.result) {
    throw new LeadbridgeError('JOB_CANCELLED', 'The import was cancelled');
  }
  return job.result as components['schemas']['ImportedLead'];
}
