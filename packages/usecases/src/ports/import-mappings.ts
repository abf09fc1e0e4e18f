/** How the columns of files become fields of leads, under a name. */
export interface ImportMapping {
  readonly name: string;
  readonly columns: readonly { readonly column: string; readonly field: string | null }[];
  /** ISO 8601. */
  readonly updatedAt: string;
  /** The name of whoever saved it last. */
  readonly updatedBy: string;
}

export interface ImportMappings {
  /** In the order of their names. */
  list(): Promise<readonly ImportMapping[]>;
  /**
   * Takes the place of the one with the same name.
   *
   * @returns false, and saves nothing, where there are `max` others already
   */
  save(mapping: ImportMapping, max: number): Promise<boolean>;
  /** @returns false where there was none */
  remove(name: string): Promise<boolean>;
}
