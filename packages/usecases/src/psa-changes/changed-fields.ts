/** What the PSA tells of a ticket: by field name, each `{new_value}`; `customfields` is a list of `{id, new_value}`. As it arrived. */
export type NotifiedChanges = Readonly<Record<string, unknown>>;

/** A custom field that was changed. */
export interface ChangedField {
  readonly id: number;
  readonly newValue: unknown;
}

/** The custom fields that were changed; what has no number is passed over. */
export function changedCustomFields({ customfields }: NotifiedChanges): readonly ChangedField[] {
  return (Array.isArray(customfields) ? (customfields as readonly unknown[]) : []).flatMap((field) => {
    const id = readNumber(valueIn(field, 'id'));
    return id === null ? [] : [{ id, newValue: valueIn(field, 'new_value') }];
  });
}

/** The new value of a field that holds a number; null where it was not changed to one. */
export function changedNumber(changes: NotifiedChanges, field: string): number | null {
  return readNumber(valueIn(changes[field], 'new_value'));
}

/** PSAs write numbers as texts too. */
function readNumber(value: unknown): number | null {
  return typeof value === 'number' || (typeof value === 'string' && /^\s*\d{1,15}\s*$/u.test(value))
    ? Number(value)
    : null;
}

function valueIn(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null
    ? (holder as Record<string, unknown>)[name]
    : undefined;
}
