import type { Request } from 'express';

/** A parameter of the query, in any case as PSAs take them; the first one where it is repeated. */
export function queryText(request: Request, name: string): string | undefined {
  const value: unknown = request.query[name] ?? request.query[name.toLowerCase()];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== '' ? first : undefined;
}

/** A whole number; undefined where the parameter is missing or is none, as PSAs ignore what they cannot read. */
export function queryNumber(request: Request, name: string): number | undefined {
  const text = queryText(request, name);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

export function queryFlag(request: Request, name: string): boolean {
  return /^(true|1)$/i.test(queryText(request, name) ?? '');
}

/** Which custom fields a response shows: all, some by number, or none. */
export type CustomFieldSelection = 'all' | ReadonlySet<number> | null;

/** Reads `include_custom_fields`: comma-separated ids, or `all`. */
export function selectedCustomFields(request: Request): CustomFieldSelection {
  const text = queryText(request, 'include_custom_fields');
  if (text === undefined) {
    return null;
  }
  return /^(all|true)$/i.test(text)
    ? 'all'
    : new Set(text.split(',').map((part) => Number(part.trim().replace(/^CF_?/i, ''))));
}
