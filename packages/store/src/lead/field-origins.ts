import type { FieldOrigin } from '@leadbridge/domain';

/** As stored: fields of one source and time share an entry, which halves the document. */
export interface FieldOrigins extends FieldOrigin {
  fields: string[];
}

export function packOrigins(provenance: Readonly<Record<string, FieldOrigin>>): FieldOrigins[] {
  const packed: FieldOrigins[] = [];
  for (const [field, { source, at }] of Object.entries(provenance)) {
    // Few: one for each source.
    const entry = packed.find((each) => each.at === at && each.source === source);
    if (entry === undefined) {
      packed.push({ source, at, fields: [field] });
    } else {
      entry.fields.push(field);
    }
  }
  return packed;
}

export function unpackOrigins(packed: readonly FieldOrigins[]): Readonly<Record<string, FieldOrigin>> {
  return Object.fromEntries(
    packed.flatMap(({ source, at, fields }) =>
      fields.map((field): [string, FieldOrigin] => [field, { source, at }]),
    ),
  );
}
