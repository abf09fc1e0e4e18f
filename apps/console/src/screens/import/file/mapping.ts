import type { MappedColumn } from '@leadbridge/contracts';
import {
  FLAT_FIELDS,
  flatField,
  leadColumns,
  leadOfCells,
  optOutField,
  saysConsent,
  unknownColumns,
} from '@leadbridge/domain';

import type { FileRow, LeadFile } from './lead-file.js';

export const fields: readonly string[] = FLAT_FIELDS;

/** What a column becomes: a field of a lead, or nothing. */
export interface ColumnMapping {
  readonly column: string;
  readonly field: string | null;
  /** Whether the field is a guess from a name that only comes close. */
  readonly isGuess: boolean;
}

export type Mapping = readonly ColumnMapping[];

/** A mapping by the names of the columns, and by the ones that come close to a name that is known. */
export function guessMapping(columns: readonly string[]): Mapping {
  const keys = leadColumns(columns);
  const nearest = new Map(unknownColumns(keys).map(({ name, nearest: field }) => [name, field]));
  const taken = new Set(keys.map((key) => (key === null ? null : flatField(key))));
  return columns.map((column, index) => {
    const key = keys[index] ?? null;
    const known = key === null ? null : flatField(key);
    const guessed = known === null && key !== null ? (nearest.get(key) ?? null) : null;
    // A name that comes close counts only for a field that no column names.
    const field = known ?? (guessed !== null && !taken.has(guessed) ? guessed : null);
    return { column, field, isGuess: known === null && field !== null };
  });
}

/** The mapping of a file of opt-outs by the names of its columns. */
export function mapOptOuts(columns: readonly string[]): Mapping {
  return columns.map((column) => ({ column, field: optOutField(column), isGuess: false }));
}

/** A saved mapping, for the columns of this file; what it says nothing of is guessed. */
export function applySaved(saved: readonly MappedColumn[], columns: readonly string[]): Mapping {
  const fieldOf = new Map(saved.map(({ column, field }) => [column, field]));
  return guessMapping(columns).map((guess) => {
    const field = fieldOf.get(guess.column);
    return field === undefined ? guess : { column: guess.column, field, isGuess: false };
  });
}

/** A column without a name cannot be saved. */
export function savableMapping(mapping: Mapping): readonly MappedColumn[] {
  return mapping.flatMap(({ column, field }) => (column === '' ? [] : [{ column, field }]));
}

/** The fields that more than one column goes into: of a lead the first that is not empty counts, of an opt-out each. */
export function fieldsTwice(mapping: Mapping): readonly string[] {
  const chosen = mapping.flatMap(({ field }) => (field === null ? [] : field));
  return [...new Set(chosen.filter((field, index) => chosen.indexOf(field) !== index))];
}

/** The columns of a table of which nothing is sent; one about consent is always read. */
export function leftOut(mapping: Mapping): readonly string[] {
  return mapping.flatMap(({ column, field }) =>
    field !== null || column === '' || saysConsent(column, 'no') ? [] : [column],
  );
}

/**
 * What is sent of a row. Of a table nothing but what is mapped; of JSON also what a provider calls otherwise, as it stands. What is about
 * consent goes with either, under its own name, which tells how it is read: no opt-out is lost by a mapping.
 */
export function leadOfRow(
  file: Pick<LeadFile, 'kind' | 'purpose'>,
  mapping: Mapping,
  { cells }: FileRow,
): Readonly<Record<string, unknown>> {
  const further = furtherOf(mapping);
  const keys = mapping.map((mapped, index) => {
    const key = further.has(index) ? mapped.column : keyOf(mapped, cells[index]);
    return file.kind === 'json' ? (key ?? mapped.column) : key;
  });
  const values = file.kind === 'json' ? cells : cells.map((cell) => (typeof cell === 'string' ? cell : ''));
  return leadOfCells(keys, file.purpose === 'leads' ? values : withFurther(keys, values));
}

/** The values of one key in a single text each: the service reads every address in it, and refuses a row with two numbers in one. */
function withFurther(keys: readonly (string | null)[], values: readonly unknown[]): readonly unknown[] {
  const texts = values.map((value) => (typeof value === 'string' ? value.trim() : ''));
  return values.map((value, index) => {
    const same = texts.filter((text, other) => text !== '' && keys[other] === keys[index]);
    return keys[index] !== null && typeof value === 'string' && same.length > 1 ? same.join(', ') : value;
  });
}

function keyOf({ column, field }: ColumnMapping, cell: unknown): string | null {
  const isOpen = field === null || field === 'do_not_contact';
  return isOpen && saysConsent(column, cell) ? column : field;
}

/** By mapping, as every row asks. */
const furtherColumns = new WeakMap<Mapping, ReadonlySet<number>>();

/** The columns whose own names say what field they go into, which an earlier one goes into as well. */
function furtherOf(mapping: Mapping): ReadonlySet<number> {
  const known = furtherColumns.get(mapping);
  if (known !== undefined) {
    return known;
  }
  const fieldsBefore = new Set<string>();
  const further = new Set<number>();
  for (const [index, { column, field }] of mapping.entries()) {
    if (field === null) {
      continue;
    }
    if (fieldsBefore.has(field) && [flatField(column), optOutField(column)].some((own) => own === field)) {
      further.add(index);
    }
    fieldsBefore.add(field);
  }
  furtherColumns.set(mapping, further);
  return further;
}
