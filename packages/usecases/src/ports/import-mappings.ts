import type { Camelized, ImportMappingView } from '@leadbridge/contracts';

import type { AuditEntry } from './audit.js';

export type ImportMapping = Camelized<ImportMappingView>;

/** Each change is made in one transaction with its audit entry. */
export interface ImportMappings {
  /** In order of their names. */
  list(): Promise<readonly ImportMapping[]>;
  /**
   * Replaces any mapping with the same name.
   *
   * @param audit the entry of the change, from the mapping before; null for a new one
   * @returns false, with nothing saved, if there are already `max` others
   */
  save(
    mapping: ImportMapping,
    max: number,
    audit: (before: ImportMapping | null) => AuditEntry,
  ): Promise<boolean>;
  /** @returns false if there was none */
  remove(name: string, now: number, audit: (before: ImportMapping) => AuditEntry): Promise<boolean>;
}
