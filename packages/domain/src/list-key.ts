/** A list of the PSA. */
interface NamedList {
  readonly id: number;
  readonly name: string;
}

/** The form in which the names of lists are compared: without differences in case, Unicode form and white space. */
export function listKey(name: string): string {
  return spaced(name).toLowerCase();
}

/**
 * The list that a name means; null if there is none. A PSA may have lists whose names differ in case alone: the
 * name as it is written comes first, then the oldest of the lists that it may mean.
 */
export function findList<L extends NamedList>(lists: readonly L[], name: string): L | null {
  const oldestFirst = lists.toSorted((one, other) => one.id - other.id);
  for (const form of [(text: string) => text, spaced, listKey]) {
    const found = oldestFirst.find((list) => form(list.name) === form(name));
    if (found !== undefined) return found;
  }
  return null;
}

function spaced(name: string): string {
  return name.normalize('NFC').replace(/\s+/gu, ' ').trim();
}
