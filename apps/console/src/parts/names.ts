/** Names of people and keys by their ids; what has been removed is missing. */
export type NamesById = ReadonlyMap<string, string>;

const agents: Readonly<Record<string, string>> = { import: 'An import', undo: 'An undo', psa: 'The PSA' };

/** Who did something, by the name that was stored with it, in place of which some records have an id. */
export function doerOf(by: string | null): string {
  if (by === null) {
    return 'Leadbridge';
  }
  return /^(?:usr|key)_/u.test(by) ? whoIs(by, new Map()) : (agents[by.toLowerCase()] ?? by);
}

/** Who an entry is by: never an id. */
export function whoIs(id: string, names: NamesById): string {
  const kind = id.startsWith('usr_') ? 'A person' : id.startsWith('key_') ? 'An API key' : 'Leadbridge';
  return names.get(id) ?? kind;
}
