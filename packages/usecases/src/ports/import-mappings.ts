/** A named mapping from file columns to lead fields. */
export interface ImportMapping {
  readonly name: string;
  readonly columns: readonly { readonly column: string; readonly field: string | null }[];
  /** ISO 8601. */
  readonly updatedAt: string;
  /** The name of the person or credential that saved it last. */
  readonly updatedBy: string;
}

export interface ImportMappings {
  /** In order of their names. */
  list(): Promise<readonly ImportMapping[]>;
  /**
   * Replaces any mapping with the same name.
   *
   * @returns false, with nothing saved, if there are already `max` others
   */
  save(mapping: ImportMapping, max: number): Promise<boolean>;
  /** @returns false if there was none */
  remove(name: string): Promise<boolean>;
}
