import type { PageQuery, Role, SecondFactorMethod } from '@leadbridge/contracts';

import type { AuditEntry } from './audit.js';
import type { Page } from './page.js';

/** A person who may sign in; everything but their secrets. Times are Unix milliseconds. */
export interface UserRecord {
  readonly userId: string;
  /** Lower case; unique. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly disabled: boolean;
  /** The second factor that is set up; null for none. */
  readonly secondFactor: SecondFactorMethod | null;
  /** From when on a second factor is required; null where the role needs none. */
  readonly secondFactorDueAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly lastSignInAt: number | null;
}

export interface UserChange {
  readonly name?: string;
  readonly role?: Role;
  readonly disabled?: boolean;
  readonly secondFactorDueAt?: number | null;
  readonly passwordHash?: string;
  /** Ends what is signed in; true wherever a session must not outlive the change. */
  readonly endSessions: boolean;
}

export type UserChangeResult =
  | { readonly kind: 'changed'; readonly user: UserRecord }
  | { readonly kind: 'absent' }
  /** Without this person nobody would be left who may manage users. */
  | { readonly kind: 'last_admin' };

/**
 * People and, in the same transaction, the audit entries of their changes. A change that would leave no enabled admin is refused, however
 * many of them come at once.
 */
export interface UserStore {
  find(userId: string): Promise<UserRecord | null>;
  findByEmail(email: string): Promise<UserRecord | null>;
  /** By name. */
  list(query: PageQuery): Promise<Page<UserRecord>>;
  /** False where somebody has this email. */
  create(user: UserRecord, passwordHash: string, audit: AuditEntry): Promise<boolean>;
  change(userId: string, change: UserChange, now: number, audit: AuditEntry): Promise<UserChangeResult>;
  /** With the person's secrets and sessions. */
  remove(userId: string, now: number, audit: AuditEntry): Promise<UserChangeResult['kind']>;
}

/** A second factor as it is stored: whatever could be used is sealed or hashed. */
export interface SecondFactor {
  readonly method: SecondFactorMethod;
  /** The secret of totp, sealed; null for the other methods. */
  readonly sealedSecret: string | null;
  /** The telephone of sms, sealed; null for the other methods: codes by email go to the person's own address. */
  readonly sealedPhone: string | null;
}

export interface ActiveSecondFactor extends SecondFactor {
  /** The time step of the totp code that was used last; no code of that step or before it is taken again. */
  readonly lastStep: number;
}

/** A factor that was offered and is not confirmed by a code yet. */
export interface PendingSecondFactor extends SecondFactor {
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/** A code on its way by email or sms. */
export interface CodeChallenge {
  readonly challengeId: string;
  /** A code that was sent to a pending telephone proves nothing about the active factor. */
  readonly purpose: 'proof' | 'enrolment';
  readonly sealedCode: string;
  /** Unix milliseconds, both. */
  readonly sentAt: number;
  readonly expiresAt: number;
}

/** What a person proves who they are with. */
export interface CredentialRecord {
  readonly userId: string;
  readonly passwordHash: string;
  readonly factor: ActiveSecondFactor | null;
  readonly pendingFactor: PendingSecondFactor | null;
  readonly challenge: CodeChallenge | null;
}

/** Passwords and second factors. Whatever may be used once is used up in one atomic step. */
export interface CredentialStore {
  find(userId: string): Promise<CredentialRecord | null>;
  /** For a hash made with today's parameters; nothing happens where the password was changed meanwhile. */
  replacePasswordHash(userId: string, before: string, after: string): Promise<void>;
  /** Changes the password, and ends every session of the person but one. */
  changePassword(
    userId: string,
    passwordHash: string,
    keepSession: string,
    now: number,
    audit: AuditEntry,
  ): Promise<void>;
  offerFactor(userId: string, factor: PendingSecondFactor): Promise<void>;
  /**
   * The pending factor becomes active, with new recovery codes; the person's other sessions end, and this one counts as proven.
   * False where the offer is gone or another has taken its place.
   */
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
  /** Takes a person's second factor away, and ends their sessions. False where there is no such person. */
  resetFactor(userId: string, dueAt: number | null, now: number, audit: AuditEntry): Promise<boolean>;
  /** False where a code of this step or a later one was used already. */
  useTotpStep(userId: string, step: number): Promise<boolean>;
  /** False where there is no such code any more. */
  useRecoveryCode(userId: string, hash: string, now: number, audit: AuditEntry): Promise<boolean>;
  setChallenge(userId: string, challenge: CodeChallenge): Promise<void>;
  /** False where the challenge was used already, or another took its place. */
  useChallenge(userId: string, challengeId: string): Promise<boolean>;
}

/** A person who is signed in. Times are Unix milliseconds. */
export interface SessionRecord {
  /** SHA-256 of the token, in hex; the token itself is known to its holder alone. */
  readonly sessionId: string;
  readonly userId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Late by up to a minute. */
  readonly lastSeenAt: number;
  /** Whether a second factor was given in this session. */
  readonly secondFactorProven: boolean;
  /** Where the sign-in came from; null where it is not known. */
  readonly address: string | null;
}

export interface SessionStore {
  create(session: SessionRecord, audit: AuditEntry): Promise<void>;
  /** The session and the person as they are now. */
  find(sessionId: string): Promise<{ readonly session: SessionRecord; readonly user: UserRecord } | null>;
  /** Every session of a person that is kept, ended by time or not. */
  listOf(userId: string): Promise<readonly SessionRecord[]>;
  touch(sessionId: string, now: number): Promise<void>;
  markProven(sessionId: string): Promise<void>;
  /** False where there is none. */
  end(sessionId: string, now: number, audit: AuditEntry): Promise<boolean>;
}

/** Failed attempts to sign in with one email, whether it belongs to anybody or not. */
export interface SignInAttempts {
  /**
   * Counts an attempt before its outcome is known, so that attempts at the same time cannot outrun the count. `lockedUntil` (Unix
   * milliseconds) is set where the attempt must not be made; `locksNow` where this is the last before the lock.
   */
  begin(
    email: string,
    now: number,
  ): Promise<{ readonly lockedUntil: number | null; readonly locksNow: boolean }>;
  /** The attempt was no failure, and no success either. */
  takeBack(email: string): Promise<void>;
  clear(email: string): Promise<void>;
}

/** Brings a code to a person. @throws AppError EXTERNAL_API_ERROR where it cannot be handed over */
export interface CodeMessenger {
  send(to: string, code: string): Promise<void>;
}

/** Null for what the installation has not set up. */
export interface CodeMessengers {
  readonly email: CodeMessenger | null;
  readonly sms: CodeMessenger | null;
}
