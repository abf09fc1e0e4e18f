import type { PageQuery, Role, SecondFactorMethod, SignInMethod } from '@leadbridge/contracts';

import type { AuditEntry } from './audit.js';
import type { Page } from './page.js';

/** A person at an issuer of OpenID Connect. The subject is unique within its issuer only. */
export interface OidcIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** A person who may sign in, without their secrets. Times are Unix milliseconds. */
export interface UserRecord {
  readonly userId: string;
  /** Lower case; unique. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly disabled: boolean;
  /** The active second factor; null if there is none. */
  readonly secondFactor: SecondFactorMethod | null;
  /** When a second factor becomes required; null if the role needs none. */
  readonly secondFactorDueAt: number | null;
  /** With which the person signs in; null for a person with a password alone. Unique. */
  readonly oidc: OidcIdentity | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly lastSignInAt: number | null;
  /** How often all sessions of the person were ended. */
  readonly sessionsEnded: number;
}

export interface UserChange {
  readonly name?: string;
  readonly role?: Role;
  readonly disabled?: boolean;
  readonly secondFactorDueAt?: number | null;
  readonly passwordHash?: string;
  readonly oidc?: OidcIdentity;
  /** True if the issuer appoints the admins, so that its word counts even against the last one. */
  readonly byIssuer?: boolean;
  /** Ends the person's sessions; true whenever a session must not outlive the change. */
  readonly endSessions: boolean;
}

export type UserChangeResult =
  | { readonly kind: 'changed'; readonly user: UserRecord }
  | { readonly kind: 'absent' }
  /** Without this person, no one could manage users. */
  | { readonly kind: 'last_admin' }
  /** The person already signs in with another identity. */
  | { readonly kind: 'linked' };

/** Changes include their audit entries. None may leave no enabled admin, even if concurrent. */
export interface UserStore {
  find(userId: string): Promise<UserRecord | null>;
  findByEmail(email: string): Promise<UserRecord | null>;
  /** The person with this identity; else the one with this email, who may have another identity. */
  findByOidc(identity: OidcIdentity, email: string | null): Promise<UserRecord | null>;
  /** By name. */
  list(query: PageQuery): Promise<Page<UserRecord>>;
  /** Whether there is an admin who is not disabled. */
  hasAdmin(): Promise<boolean>;
  /**
   * False if the email or the identity is already in use.
   *
   * @param passwordHash null for a person who signs in at the issuer alone
   */
  create(user: UserRecord, passwordHash: string | null, audit: AuditEntry): Promise<boolean>;
  change(userId: string, change: UserChange, now: number, audit: AuditEntry): Promise<UserChangeResult>;
  /** Removes the person's secrets and sessions too. */
  remove(userId: string, now: number, audit: AuditEntry): Promise<UserChangeResult['kind']>;
}

/** A second factor as stored: everything that would grant access is sealed or hashed. */
export interface SecondFactor {
  readonly method: SecondFactorMethod;
  /** The secret of totp, sealed; null for the other methods. */
  readonly sealedSecret: string | null;
  /** For sms, sealed; null for other methods: codes by email go to the person's own address. */
  readonly sealedPhone: string | null;
}

export interface ActiveSecondFactor extends SecondFactor {
  /** The time step of the last totp code used; codes of that step or earlier are rejected. */
  readonly lastStep: number;
}

/** A factor that was offered but not yet confirmed by a code. */
export interface PendingSecondFactor extends SecondFactor {
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

export interface CodeChallenge {
  readonly challengeId: string;
  /** A code sent to a pending phone number does not prove the active factor. */
  readonly purpose: 'proof' | 'enrolment';
  readonly sealedCode: string;
  /** Both in Unix milliseconds. */
  readonly sentAt: number;
  readonly expiresAt: number;
}

export interface CredentialRecord {
  readonly userId: string;
  readonly passwordHash: string | null;
  readonly factor: ActiveSecondFactor | null;
  readonly pendingFactor: PendingSecondFactor | null;
  readonly challenge: CodeChallenge | null;
}

/** Passwords and second factors. Everything that may be used only once is consumed in one atomic step. */
export interface CredentialStore {
  find(userId: string): Promise<CredentialRecord | null>;
  /** For rehashing with current parameters; does nothing if the password has changed in the meantime. */
  replacePasswordHash(userId: string, before: string | null, after: string): Promise<void>;
  /** Changes the password, and ends all sessions of the person except `keepSession`. */
  changePassword(
    userId: string,
    passwordHash: string,
    keepSession: string,
    now: number,
    audit: AuditEntry,
  ): Promise<void>;
  offerFactor(userId: string, factor: PendingSecondFactor): Promise<void>;
  /** Ends the person's other sessions. False if the offer has expired or was replaced. */
  confirmFactor(
    userId: string,
    confirmed: {
      readonly pending: PendingSecondFactor;
      readonly lastStep: number;
      readonly recoveryHashes: readonly string[];
      readonly sessionId: string;
    },
    now: number,
    audit: AuditEntry,
  ): Promise<boolean>;
  /** Removes a person's second factor and ends their sessions. False if there is no such person. */
  resetFactor(userId: string, dueAt: number | null, now: number, audit: AuditEntry): Promise<boolean>;
  /** False if a code of this step or a later one was already used. */
  useTotpStep(userId: string, step: number): Promise<boolean>;
  /** False if there is no such unused code. */
  useRecoveryCode(userId: string, hash: string, now: number, audit: AuditEntry): Promise<boolean>;
  setChallenge(userId: string, challenge: CodeChallenge): Promise<void>;
  /** False if the challenge was already used or replaced. */
  useChallenge(userId: string, challengeId: string): Promise<boolean>;
}

/** A signed-in session. Times are Unix milliseconds. */
export interface SessionRecord {
  /** SHA-256 of the token, in hex; only its holder knows the token itself. */
  readonly sessionId: string;
  readonly userId: string;
  readonly method: SignInMethod;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Up to one minute out of date. */
  readonly lastSeenAt: number;
  /** Whether a second factor was given in this session. */
  readonly secondFactorProven: boolean;
  /** When everything that the sign-in needs was last given in this session: a password or a sign-in at the issuer, and the second factor if one was set up. */
  readonly provenAt: number;
  /** The network address of the sign-in; null if unknown. */
  readonly address: string | null;
}

export interface SessionStore {
  /**
   * False, without writing anything, if the person's sessions were ended since `user` was read, or the person was
   * removed: what was proven then may not hold any more.
   */
  create(session: SessionRecord, user: UserRecord, audit: AuditEntry): Promise<boolean>;
  /** The session, and the current record of the person. */
  find(sessionId: string): Promise<{ readonly session: SessionRecord; readonly user: UserRecord } | null>;
  /** All stored sessions of a person, including expired ones. */
  listOf(userId: string): Promise<readonly SessionRecord[]>;
  touch(sessionId: string, now: number): Promise<void>;
  markProven(sessionId: string): Promise<void>;
  /** Records that everything that a sign-in needs was given again. */
  renewProof(sessionId: string, now: number, audit: AuditEntry): Promise<void>;
  /** False if there is none. */
  end(sessionId: string, now: number, audit: AuditEntry): Promise<boolean>;
}

/** Failed sign-in attempts by email, whether or not it belongs to a user. */
export interface SignInAttempts {
  /**
   * Counts an attempt before its outcome is known, so that concurrent attempts cannot exceed the limit.
   * `lockedUntil` (Unix milliseconds) is set if the attempt must not be made; `locksNow` if this is the last
   * attempt before the lock.
   */
  begin(
    email: string,
    now: number,
  ): Promise<{ readonly lockedUntil: number | null; readonly locksNow: boolean }>;
  /** Uncounts an attempt that neither failed nor succeeded. */
  takeBack(email: string): Promise<void>;
  clear(email: string): Promise<void>;
}

/** Sends a code to a person. @throws AppError EXTERNAL_API_ERROR if it cannot be handed over */
export interface CodeMessenger {
  send(to: string, code: string): Promise<void>;
}

/** Null for a channel that is not configured. */
export interface CodeMessengers {
  readonly email: CodeMessenger | null;
  readonly sms: CodeMessenger | null;
}
