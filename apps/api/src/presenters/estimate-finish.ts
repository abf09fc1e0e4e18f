import { isoTime } from '@leadbridge/platform';
import type { Clock } from '@leadbridge/platform';
import type { JobRecord } from '@leadbridge/usecases';

/** When a job will finish if it goes on as fast as it went so far; null before its first row is done. */
export function estimateByPace(record: JobRecord, clock: Clock): string | null {
  const { total, processed } = record.progress;
  if (record.startedAt === null || processed === 0 || processed >= total) {
    return null;
  }
  const elapsed = clock.now() - Date.parse(record.startedAt);
  return isoTime(clock.now() + (elapsed / processed) * (total - processed));
}
