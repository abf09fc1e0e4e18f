import { formatTime } from './format.js';

/** A moment in the reader's own zone; UTC on hover. */
export function Time({ iso }: { readonly iso: string | null }) {
  return iso === null ? (
    <>–</>
  ) : (
    <time dateTime={iso} title={`${iso.replace('T', ' ').replace(/\.\d+Z$/, '')} UTC`}>
      {formatTime(iso)}
    </time>
  );
}
