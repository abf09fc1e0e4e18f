import { flatField, nearestField, type FlatField } from './providers/field-names.js';

/** The columns that a table of failed rows has beside those of the file that the rows come from. */
export const REPORT_COLUMNS = ['row', 'error', 'code', 'suggestion'] as const;

/**
 * The key under which each column of a table goes into a lead; null for a column that says nothing about the lead: one without a name,
 * and those of a table of failed rows, which is so imported as it is.
 *
 * @param renamed a column's other name, by its head; null for one that is left out
 */
export function leadColumns(
  heads: readonly string[],
  renamed: ReadonlyMap<string, string | null> = new Map(),
): readonly (string | null)[] {
  const isReport = REPORT_COLUMNS.every((column) => heads.includes(column));
  const isOwn = (head: string): boolean => isReport && REPORT_COLUMNS.some((column) => column === head);
  // In the export of one's connections the address is that of the profile; elsewhere it may be anything.
  const isOfLinkedin = heads.includes('URL') && heads.includes('Connected On');
  return heads.map((head) => {
    const other = renamed.get(head);
    if (head === '' || isOwn(head) || other === null) return null;
    return other ?? (isOfLinkedin && head === 'URL' ? 'linkedin_url' : head);
  });
}

/** The lead of a row. An empty cell is a value that was not given. */
export function leadOfCells(
  keys: readonly (string | null)[],
  cells: readonly string[],
): Readonly<Record<string, string>> {
  // In the order of the columns, by which the first of two names of one field counts; a renamed column may have the name of another.
  const values = new Map<string, string>();
  keys.forEach((key, index) => {
    const cell = cells[index] ?? '';
    if (key !== null && cell !== '' && !values.has(key)) {
      values.set(key, cell);
    }
  });
  return Object.fromEntries(values);
}

/** The columns that name no field, each with the field whose name comes closest. */
export function unknownColumns(
  keys: readonly (string | null)[],
): readonly { readonly name: string; readonly nearest: FlatField | null }[] {
  return keys.flatMap((name) =>
    name === null || flatField(name) !== null ? [] : [{ name, nearest: nearestField(name) }],
  );
}
