import { formatRelative, formatTime } from './format.js';
import { useNow } from './use-now.js';

/** How far away a moment is; on hover, the moment in the reader's own zone. */
export function Time({ iso }: { readonly iso: string | null }) {
  const now = useNow();
  return iso === null ? (
    <>–</>
  ) : (
    <time dateTime={iso} title={formatTime(iso)}>
      {formatRelative(iso, now)}
    </time>
  );
}
