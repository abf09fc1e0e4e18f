import type { PageQuery, Role } from '@leadbridge/contracts';

import type { AuditEntry } from './audit.js';
import type { Page } from './page.js';

/** A key that was replaced and still works until `until` (Unix milliseconds). */
export interface RetiredKey {
  readonly hash: string;
  readonly until: number;
}

/** An API key as stored: everything except the key itself. Times are Unix milliseconds. */
export interface ApiKeyRecord {
  readonly keyId: string;
  readonly name: string;
  readonly role: Role;
  /** Whether it is refused for everything that writes, except dry runs. */
  readonly proposeOnly: boolean;
  /** SHA-256 of the key, in hex. */
  readonly hash: string;
  /** Keys replaced by rotation that still work, or did so recently. */
  readonly retired: readonly RetiredKey[];
  /** The last characters of the key, to identify it by; null for the bootstrap key. */
  readonly lastCharacters: string | null;
  readonly createdAt: number;
  readonly rotatedAt: number | null;
  /** Null for the bootstrap key, which works as long as it is configured. */
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** Up to one minute out of date. */
  readonly lastUsedAt: number | null;
}

export type NewApiKey = Pick<
  ApiKeyRecord,
  'keyId' | 'name' | 'role' | 'proposeOnly' | 'hash' | 'lastCharacters' | 'createdAt' | 'expiresAt'
>;

export interface KeyRotation extends Pick<ApiKeyRecord, 'hash' | 'lastCharacters' | 'retired'> {
  /** The hash that is replaced: a concurrent rotation finds another one and changes nothing. */
  readonly replaced: string;
  readonly rotatedAt: number;
  readonly expiresAt: number;
}

/** The key in `BOOTSTRAP_API_KEY`, and when it was read (Unix milliseconds). */
export interface BootstrapKey extends Pick<ApiKeyRecord, 'keyId'> {
  /** Null if it is not set. */
  readonly hash: string | null;
  readonly now: number;
}

/** Keys and, in the same transaction, the audit entries of their changes. */
export interface ApiKeyStore {
  /** The record of a key, found by its current hash or one that a rotation has replaced. */
  findByHash(hash: string): Promise<ApiKeyRecord | null>;
  find(keyId: string): Promise<ApiKeyRecord | null>;
  /** Newest first. */
  list(query: PageQuery): Promise<Page<ApiKeyRecord>>;
  create(key: NewApiKey, audit: AuditEntry): Promise<void>;
  /** Null if the key does not exist, is revoked, or was rotated in the meantime. */
  rotate(keyId: string, rotation: KeyRotation, audit: AuditEntry): Promise<ApiKeyRecord | null>;
  /** False if there is no such key, or it is already revoked. */
  revoke(keyId: string, now: number, audit: AuditEntry): Promise<boolean>;
  recordUse(keyId: string, now: number): Promise<void>;
  /**
   * Sets the bootstrap admin key. There is at most one: changing `BOOTSTRAP_API_KEY` replaces the previous
   * key, and unsetting it ends it. A revoked key stays revoked until another one is configured. Writes the
   * entry only if something changes. Safe to repeat, and to run in several processes at once.
   */
  setBootstrapKey(key: BootstrapKey, audit: AuditEntry): Promise<void>;
}
