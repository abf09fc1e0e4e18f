import { readConsent } from './providers/consent.js';
import { type FlatField } from './providers/field-names.js';
import { flatField, nearestField } from './providers/find-field.js';
import { consentKey } from './providers/opt-out-flags.js';

/** The columns that a table of failed rows has in addition to those of the original file. */
export const REPORT_COLUMNS = ['row', 'error', 'code', 'suggestion'] as const;

/**
 * The key of each column of a table in a lead; null for a column that maps to nothing: one without a name,
 * and those added to a table of failed rows, so that such a table can be imported unchanged. A column about
 * consent keeps its own name, since that tells how it is read, and is not left out.
 *
 * @param renamed a column's other name, by its header; null for a column that is left out
 */
export function leadColumns(
  heads: readonly string[],
  renamed: ReadonlyMap<string, string | null> = new Map(),
): readonly (string | null)[] {
  const isReport = REPORT_COLUMNS.every((column) => heads.includes(column));
  const isOwn = (head: string): boolean => isReport && REPORT_COLUMNS.some((column) => column === head);
  // In an export of LinkedIn connections, the URL is that of the profile; elsewhere it may be anything.
  const isOfLinkedin = heads.includes('URL') && heads.includes('Connected On');
  return heads.map((head) => {
    const other = renamed.get(head);
    if (head === '' || isOwn(head)) return null;
    if ((other === null || other === 'do_not_contact') && consentKey(head) !== null) return head;
    if (other === null) return null;
    return other ?? (isOfLinkedin && head === 'URL' ? 'linkedin_url' : head);
  });
}

/** The lead of a row. An empty cell is a missing value. */
export function leadOfCells<Cell>(
  keys: readonly (string | null)[],
  cells: readonly Cell[],
): Readonly<Record<string, Cell>> {
  // In the order of the columns, because the first of two columns for one field counts; a renamed column may
  // have another's name. Of two about consent, one that says that all is well says nothing of the other.
  const values = new Map<string, Cell>();
  keys.forEach((key, index) => {
    const cell = cells[index];
    if (key === null || cell === undefined || cell === '') return;
    if (!values.has(key) || isAllowed(key, values.get(key))) {
      values.set(key, cell);
    }
  });
  return Object.fromEntries(values);
}

function isAllowed(key: string, cell: unknown): boolean {
  const consent = consentKey(key);
  return consent !== null && readConsent(consent, cell) === 'allowed';
}

/** The columns that name no field, each with the field of the closest name. */
export function unknownColumns(
  keys: readonly (string | null)[],
): readonly { readonly name: string; readonly nearest: FlatField | null }[] {
  return keys.flatMap((name) =>
    name === null || flatField(name) !== null || isAboutConsent(name)
      ? []
      : [{ name, nearest: nearestField(name) }],
  );
}

/** Of a status, only its values tell what it is about. */
function isAboutConsent(name: string): boolean {
  const consent = consentKey(name);
  return consent !== null && consent !== 'status';
}
