import type { IncomingHttpHeaders } from 'node:http';

import type { PageQuery } from '@leadbridge/contracts';

import type { RouteResponse } from '../http/route-response.js';

/** Whether a list is requested as CSV: by `format`, or without it by the `Accept` header. */
export function wantsCsv(
  { format }: { readonly format?: 'json' | 'csv' },
  headers: IncomingHttpHeaders,
): boolean {
  if (format !== undefined) {
    return format === 'csv';
  }
  const csv = preferenceFor('text/csv', headers.accept);
  return csv > 0 && csv > preferenceFor('application/json', headers.accept);
}

/** Whether a query asks for one page of a list instead of all of it. */
export function asksForPage({ page, limit, cursor }: Omit<PageQuery, 'limit'> & { limit?: number }): boolean {
  return limit !== undefined || page > 1 || cursor !== undefined;
}

/** A table that is sent while it is read. */
export function csvResponse(name: string, chunks: AsyncIterable<string>): RouteResponse {
  return {
    status: 200,
    headers: { 'Content-Disposition': `attachment; filename="${name}.csv"` },
    stream: { mediaType: 'text/csv; charset=utf-8', chunks },
  };
}

/** The quality of a media type in an `Accept` header (RFC 9110, "Accept"): 0 to 1; 0 if it is not listed. */
function preferenceFor(mediaType: string, accept = ''): number {
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    if (name === mediaType) {
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return quality === undefined ? 1 : Number(quality.slice(2)) || 0;
    }
  }
  return 0;
}
