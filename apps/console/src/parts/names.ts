/** Names of people and keys by their ids; what has been removed is missing. */
export type NamesById = ReadonlyMap<string, string>;

/** Who an entry is by: never an id. */
export function whoIs(id: string, names: NamesById): string {
  const kind = id.startsWith('usr_') ? 'A person' : id.startsWith('key_') ? 'An API key' : 'Leadbridge';
  return names.get(id) ?? kind;
}
