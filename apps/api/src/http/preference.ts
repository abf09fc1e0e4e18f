/** How long the caller wants to wait for a job (RFC 7240). */
export interface Preference {
  readonly respondAsync: boolean;
  /** Seconds; null where the caller named none. */
  readonly waitSeconds: number | null;
}

const maxWaitSeconds = 60;

/**
 * Reads the `Prefer` header. Unknown or malformed preferences are passed over, as the RFC wants; of a preference that is
 * given twice the first counts; a longer wait than 60 s counts as 60 s.
 */
export function readPreference(header: string | readonly string[] | undefined): Preference {
  const text = typeof header === 'string' ? header : (header ?? []).join(',');
  let respondAsync = false;
  let waitSeconds: number | null = null;
  for (const part of text.split(',')) {
    const [name = '', value = ''] = (part.split(';')[0] ?? '').split('=').map((piece) => piece.trim());
    if (name.toLowerCase() === 'respond-async') {
      respondAsync = true;
    } else if (name.toLowerCase() === 'wait' && waitSeconds === null && /^"?\d{1,9}"?$/.test(value)) {
      waitSeconds = Math.min(Number(value.replaceAll('"', '')), maxWaitSeconds);
    }
  }
  return { respondAsync, waitSeconds };
}

/** How long to wait: what the caller asked for, else nothing with `respond-async`, else the service's own wait. */
export function waitMilliseconds(preference: Preference, defaultSeconds: number): number {
  const seconds = preference.waitSeconds ?? (preference.respondAsync ? 0 : defaultSeconds);
  return seconds * 1000;
}

/** The `Preference-Applied` header, as a part of an answer's headers; empty where the caller stated no preference. */
export function preferenceApplied(
  preference: Preference,
  accepted: boolean,
): { readonly 'Preference-Applied'?: string } {
  const applied = [
    ...(preference.respondAsync && accepted ? ['respond-async'] : []),
    ...(preference.waitSeconds === null ? [] : [`wait=${preference.waitSeconds}`]),
  ];
  return applied.length === 0 ? {} : { 'Preference-Applied': applied.join(', ') };
}
