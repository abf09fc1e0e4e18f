import type { RowPerson } from '@leadbridge/contracts';

/** Whose row it is, behind its number: ` (Ada Example, Example Ltd)`; empty where that is not known. */
export function personText(person: RowPerson): string {
  const text = namesText(person);
  return text === '' ? '' : ` (${text})`;
}

/** A name and a company in one line of a table. */
export function namesText({ name, company }: RowPerson): string {
  return [name ?? [], company ?? []].flat().join(', ');
}
