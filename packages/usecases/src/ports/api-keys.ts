import type { PageQuery, Role } from '@leadbridge/contracts';

import type { AuditEntry } from './audit.js';
import type { Page } from './page.js';

/** A key that was replaced and still works until `until` (Unix milliseconds). */
export interface RetiredKey {
  readonly hash: string;
  readonly until: number;
}

/** An API key as the service knows it: everything but the key itself. Times are Unix milliseconds. */
export interface ApiKeyRecord {
  readonly keyId: string;
  readonly name: string;
  readonly role: Role;
  /** SHA-256 of the key, in hex. */
  readonly hash: string;
  /** The keys that rotations have replaced, as far as they still work or did so lately. */
  readonly retired: readonly RetiredKey[];
  /** The end of the key, to recognise it by; null for the bootstrap key. */
  readonly lastCharacters: string | null;
  readonly createdAt: number;
  readonly rotatedAt: number | null;
  /** Null for the bootstrap key, which works as long as the configuration names it. */
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** Late by up to a minute. */
  readonly lastUsedAt: number | null;
}

export type NewApiKey = Pick<
  ApiKeyRecord,
  'keyId' | 'name' | 'role' | 'hash' | 'lastCharacters' | 'createdAt' | 'expiresAt'
>;

/** What a rotation puts in place of the key before it. */
export interface KeyRotation {
  /** The hash that is replaced: of two rotations at the same time one meets another hash and changes nothing. */
  readonly replaced: string;
  readonly hash: string;
  readonly lastCharacters: string | null;
  readonly rotatedAt: number;
  readonly expiresAt: number;
  readonly retired: readonly RetiredKey[];
}

/** The key that `BOOTSTRAP_API_KEY` names, and when it was read (Unix milliseconds). */
export interface BootstrapKey extends Pick<ApiKeyRecord, 'keyId'> {
  /** Null where it names none. */
  readonly hash: string | null;
  readonly now: number;
}

/** Keys and, in the same transaction, the audit entries of their changes. */
export interface ApiKeyStore {
  /** The record of a key, or of one that a rotation has replaced. */
  findByHash(hash: string): Promise<ApiKeyRecord | null>;
  find(keyId: string): Promise<ApiKeyRecord | null>;
  /** Newest first. */
  list(query: PageQuery): Promise<Page<ApiKeyRecord>>;
  create(key: NewApiKey, audit: AuditEntry): Promise<void>;
  /** Null where the key is gone, revoked, or was rotated meanwhile. */
  rotate(keyId: string, rotation: KeyRotation, audit: AuditEntry): Promise<ApiKeyRecord | null>;
  /** False where there is no such key, or it is revoked already. */
  revoke(keyId: string, now: number, audit: AuditEntry): Promise<boolean>;
  recordUse(keyId: string, now: number): Promise<void>;
  /**
   * Makes this the bootstrap admin key. There is one at most: a changed `BOOTSTRAP_API_KEY` replaces the one before it, none ends it,
   * and one that was revoked stays so until the configuration names another. A change writes the entry; where there is none, nothing is
   * written. Harmless when repeated, and when several processes start at once.
   */
  setBootstrapKey(key: BootstrapKey, audit: AuditEntry): Promise<void>;
}
