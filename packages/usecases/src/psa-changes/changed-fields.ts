import { DO_NOT_CONTACT_FIELD, parseFlag } from '@leadbridge/domain';

/** As received: `{new_value}` by field name; `customfields` is a list of `{id, new_value}`. */
export type NotifiedChanges = Readonly<Record<string, unknown>>;

export interface ChangedField {
  readonly id: number;
  readonly newValue: unknown;
}

/** The changed custom fields; skips entries without the number of one. */
export function changedCustomFields({ customfields }: NotifiedChanges): readonly ChangedField[] {
  return (Array.isArray(customfields) ? (customfields as readonly unknown[]) : []).flatMap((field) => {
    const id = readFieldId(valueIn(field, 'id'));
    return id === null ? [] : [{ id, newValue: valueIn(field, 'new_value') }];
  });
}

/** The new value of a numeric field; null if it was not changed to a number. */
export function changedNumber(changes: NotifiedChanges, field: string): number | null {
  return readNumber(valueIn(changes[field], 'new_value'));
}

/**
 * False if the changes may include an opt-out in a form that is not known, such as the name of a status or a list of
 * fields under another name: only the ticket itself can tell then.
 */
export function areUnderstood({ status_id: status, customfields, ...others }: NotifiedChanges): boolean {
  const newStatus = valueIn(status, 'new_value');
  const isStatusRead = status === undefined || newStatus === null || readNumber(newStatus) !== null;
  const areFieldsRead =
    customfields === undefined || (Array.isArray(customfields) && customfields.every(isFieldRead));
  return (
    isStatusRead && areFieldsRead && !Object.keys(others).some((name) => /^(?:cf|custom|status)/iu.test(name))
  );
}

function isFieldRead(field: unknown): boolean {
  const id = readFieldId(valueIn(field, 'id'));
  const value = valueIn(field, 'new_value');
  const isRead = id !== DO_NOT_CONTACT_FIELD || value === null || value === '' || parseFlag(value) !== null;
  return id !== null && value !== undefined && isRead;
}

/** Also by its name in the specification: an opt-out sent as `CF_105` would otherwise be no change at all. */
function readFieldId(value: unknown): number | null {
  return readNumber(typeof value === 'string' ? value.replace(/^\s*CF_/iu, '') : value);
}

/** PSAs also send numbers as strings. */
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
