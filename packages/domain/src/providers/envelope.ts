import type { FieldFault } from '../model.js';
import { isPayload, own, pathOf, type Payload, type Place } from './payload.js';

export interface NativeRecord {
  readonly record: Payload;
  /** Its path in the payload: `matches[0]`; empty if the payload itself is the record. */
  readonly path: string;
  /** The objects that contain it, the payload itself first. */
  readonly around: readonly Place[];
}

/** An opened envelope: its one record, or the error that it contains none or several. */
export type Opening =
  | { readonly ok: true; readonly opened: NativeRecord }
  | { readonly ok: false; readonly fault: FieldFault; readonly records: readonly NativeRecord[] };

export interface RecordNoun {
  readonly one: string;
  readonly many: string;
}

interface Found {
  readonly value: unknown;
  readonly path: string;
  readonly around: readonly Place[];
}

/**
 * Takes the one record out of a response's envelope.
 *
 * @param routes the known envelopes, of which the first match counts: `person`, `matches[]`,
 * `data.result[].data[]`
 * @returns null if the payload is none of them
 */
export function openEnvelope(data: Payload, routes: readonly string[], noun: RecordNoun): Opening | null {
  for (const route of routes) {
    const found = follow(data, route);
    if (found !== null) return openingOf(found, route, noun);
  }
  return null;
}

export function unwrapped(data: Payload): NativeRecord {
  return { record: data, path: '', around: [] };
}

/** The path of a part of a record in error messages: `data.matches[0].email`. */
export function faultPath(...steps: readonly string[]): string {
  return ['data', ...steps].filter((step) => step !== '').join('.');
}

function openingOf(found: readonly Found[], route: string, noun: RecordNoun): Opening {
  const field = faultPath(route.replace(/\[\].*$/u, ''));
  const records = found.flatMap(({ value, path, around }) =>
    isPayload(value) ? { record: value, path, around } : [],
  );
  const [opened] = records;
  if (found.length > 1) return { ok: false, fault: severalRecords(field, found.length, noun), records };
  if (opened !== undefined) return { ok: true, opened };
  const [other] = found;
  const fault =
    other === undefined
      ? { field, value: [], message: `This payload holds no ${noun.one}` }
      : { field: faultPath(other.path), value: other.value, message: `must be an object with a ${noun.one}` };
  return { ok: false, fault, records };
}

function severalRecords(field: string, count: number, { one, many }: RecordNoun): FieldFault {
  return {
    field,
    value: count,
    message: `One item is one lead, and this payload holds ${count} ${many}`,
    suggestion: `Send an item for each ${one}: the same response with this one ${one} in it, or the ${one} alone`,
  };
}

/** The values at the end of a route; null if the payload has no such route. Null entries are skipped. */
function follow(data: Payload, route: string): readonly Found[] | null {
  let places: readonly Found[] = [{ value: data, path: '', around: [] }];
  for (const step of route.split('.')) {
    const isList = step.endsWith('[]');
    const key = isList ? step.slice(0, -2) : step;
    const next = places.flatMap((place) => {
      const value = isPayload(place.value) ? own(place.value, key) : undefined;
      return isPayload(place.value) && (isList ? Array.isArray(value) : isPayload(value))
        ? [{ part: place.value, place, value }]
        : [];
    });
    if (next.length === 0 && places.length > 0) return null;
    places = next.flatMap(({ part, place, value }) => {
      const around = [...place.around, { part, path: place.path }];
      const path = pathOf(place.path, key);
      if (!Array.isArray(value)) return [{ value, path, around }];
      return value.flatMap((entry: unknown, index) =>
        entry === null || entry === undefined ? [] : [{ value: entry, path: `${path}[${index}]`, around }],
      );
    });
  }
  return places;
}
