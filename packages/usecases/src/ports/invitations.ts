/** A one-time link with which a person sets their name and password. Times are Unix milliseconds. */
export interface InvitationRecord {
  /** SHA-256 of the token, in hex; only the holder of the link knows the token itself. */
  readonly invitationId: string;
  /** Whom it is for; null for the first admin, who does not exist yet. */
  readonly userId: string | null;
  readonly expiresAt: number;
}

export interface InvitationStore {
  /** Replaces all earlier ones for the same person. */
  create(invitation: InvitationRecord): Promise<void>;
  /** Null for one that is unknown, used or expired at `now`. */
  find(invitationId: string, now: number): Promise<InvitationRecord | null>;
  /** Consumes it: true for one of all who try. */
  use(invitationId: string, now: number): Promise<boolean>;
}
