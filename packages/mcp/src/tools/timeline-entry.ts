import type { paths } from '@leadbridge/client';

import { untrustedData, type CutLevel } from '../cut.js';

type Entry =
  paths['/leads/{lead_id}/timeline']['get']['responses'][200]['content']['application/json']['timeline'][number];

/** The details that the service itself makes: ids, statuses, names of fields. All others may quote imports or the PSA. */
const ownDetails = [
  'source',
  'row',
  'result',
  'psa_ticket_id',
  'fields_preserved',
  'manual_work_detected',
  'parent_job_id',
  'fields_restored',
  'fields_kept',
  'record',
  'from',
  'to',
  'followed',
  'prospect_id',
  'opportunity_id',
  'call_id',
  'direction',
  'duration_seconds',
  'suppression_id',
  'origin',
  'status',
  'event_id',
  'event_type',
] as const;
const own = new Set<string>(ownDetails);

/** Of an event only that it was sent: its deliveries have their own screens. */
const leftOut = new Set(['index', 'deliveries']);

/** An entry of a lead's timeline. `by` is a name, so it is among what is not trusted. */
export function describeEntry({ at, kind, by, job_id: jobId, details }: Entry, level: CutLevel): object {
  const told = Object.entries(details).filter(
    ([name, value]) => value !== null && !leftOut.has(name) && !isEmpty(value),
  );
  const changes = details['changes'];
  const changed = typeof changes === 'object' && changes !== null ? Object.keys(changes) : [];
  const untrusted = untrustedData(
    { by, ...Object.fromEntries(told.filter(([name]) => !own.has(name))) },
    level,
  );
  return {
    at,
    kind,
    ...(jobId === null ? {} : { job_id: jobId }),
    ...Object.fromEntries(told.filter(([name]) => own.has(name))),
    ...(changed.length === 0 ? {} : { changed }),
    ...(Object.keys(untrusted).length === 0 ? {} : { untrusted }),
  };
}

/** An empty list, or an object without keys. */
function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
