/** How long the caller wants to wait for a job (RFC 7240). */
export interface Preference {
  readonly respondAsync: boolean;
  /** Seconds; null if the caller set none. */
  readonly waitSeconds: number | null;
}

const maxWaitSeconds = 60;

/** Parses the `Prefer` header (RFC 7240): of repeated preferences the first counts, unknown ones are ignored. */
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

/** How long to wait: the caller's own value, else zero with `respond-async`, else the service's default. */
export function waitMilliseconds(preference: Preference, defaultSeconds: number): number {
  const seconds = preference.waitSeconds ?? (preference.respondAsync ? 0 : defaultSeconds);
  return seconds * 1000;
}

/** The `Preference-Applied` header; none if the caller sent no preference. */
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
