import type { ErrorLogView } from '@leadbridge/contracts';
import { maskPersons } from '@leadbridge/platform';
import type { ErrorLogEntry } from '@leadbridge/usecases';

/** The log contains no email addresses; responses are masked nevertheless. */
export function presentErrorLogEntry(entry: ErrorLogEntry): ErrorLogView {
  return {
    id: entry.id,
    timestamp: entry.at,
    level: entry.level,
    message: maskPersons(entry.message),
    source: entry.source,
    details: {
      lead_id: entry.leadId,
      error_code: entry.errorCode,
      job_id: entry.jobId,
      request_id: entry.requestId,
      fault: entry.fault,
      lead_source: entry.leadSource,
    },
  };
}
