import type { FieldOrigin } from '@leadbridge/domain';

/**
 * The origins of a lead's fields, as stored: fields of one source and time share an entry, because an entry
 * for each field would be almost half of the document.
 */
export interface FieldOrigins extends FieldOrigin {
  fields: string[];
}

export function packOrigins(provenance: Readonly<Record<string, FieldOrigin>>): FieldOrigins[] {
  const packed = new Map<string, FieldOrigins>();
  for (const [field, { source, at }] of Object.entries(provenance)) {
    const key = `${at} ${source}`;
    const entry = packed.get(key) ?? { source, at, fields: [] };
    entry.fields.push(field);
    packed.set(key, entry);
  }
  return [...packed.values()];
}

export function unpackOrigins(packed: readonly FieldOrigins[]): Readonly<Record<string, FieldOrigin>> {
  return Object.fromEntries(
    packed.flatMap(({ source, at, fields }) =>
      fields.map((field): [string, FieldOrigin] => [field, { source, at }]),
    ),
  );
}
