import type { AuditChange } from '@leadbridge/contracts';
import type { ImportMapping } from '@leadbridge/usecases';

/** For the audit log: the columns of either side that are mapped to another field, or not there, on the other. */
export function mappingChanges(
  before: ImportMapping | null,
  after: ImportMapping | null,
): Readonly<Record<'columns', AuditChange>> {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return { columns: { from: differences(was, is), to: differences(is, was) } };
}

type Fields = ReadonlyMap<string, string | null>;

function fieldsOf(mapping: ImportMapping | null): Fields | null {
  return mapping === null ? null : new Map(mapping.columns.map(({ column, field }) => [column, field]));
}

/** Null for no mapping. */
function differences(one: Fields | null, other: Fields | null): ImportMapping['columns'] | null {
  return one === null
    ? null
    : [...one].flatMap(([column, field]) => (other?.get(column) === field ? [] : [{ column, field }]));
}
