import type { JobView } from '@leadbridge/contracts';

import { formatDuration, inWords } from '../../parts/format.js';
import { sourceLabel } from '../../parts/source-label.js';

type Named = Pick<JobView, 'type' | 'file_name' | 'source'>;

/** What people know a job by: its file, or what it does. */
export function jobName({ type, file_name: file, source }: Named): string {
  if (type === 'undo_import') {
    return file === undefined ? 'Undo of an import' : `Undo of ${file}`;
  }
  if (file !== undefined) {
    return file;
  }
  return type === 'bulk_import' && source !== undefined
    ? `Bulk import from ${sourceLabel(source)}`
    : inWords(type);
}

/** How long it took; null until it has ended. */
export function tookOf({ started_at: start, finished_at: end }: JobView): string | null {
  return start === null || end === null ? null : formatDuration(Date.parse(end) - Date.parse(start));
}
