import type {
  AuditAction,
  AuditChange,
  AuditView,
  OidcRefusal,
  PageQuery,
  SignInMethod,
} from '@leadbridge/contracts';

import type { Page } from './page.js';

export interface AuditOrigin {
  readonly actor: AuditView['actor'];
  /** The caller's network address; null if the action did not come over the network. */
  readonly address: string | null;
  readonly requestId: string | null;
}

/** One change: who did what to what. Never contains a secret: `auditSecret` replaces its value. */
export interface AuditEntry extends AuditOrigin {
  readonly action: AuditAction;
  readonly target: AuditView['target'];
  /** Set if an MCP server made the request for an assistant. */
  readonly via?: 'mcp';
  readonly changes?: Readonly<Record<string, AuditChange>>;
  /** Of a sign-in. */
  readonly method?: SignInMethod;
  /** Of a failed sign-in. */
  readonly reason?: OidcRefusal;
}

/** The value in `changes` for a secret that was changed. */
export const auditSecret: AuditChange = { from: '[secret]', to: '[secret]' };

export interface AuditRecord extends AuditEntry {
  readonly auditId: string;
  readonly at: string;
}

export interface AuditRecordQuery extends PageQuery {
  readonly action?: AuditAction;
  readonly actorId?: string;
  readonly targetType?: string;
  readonly targetId?: string;
  readonly from?: Date;
  readonly to?: Date;
}

/** A store that changes something in a transaction writes the entry inside it instead. */
export interface AuditPort {
  record(entry: AuditEntry): Promise<void>;
}

/** Removes what is older than its retention period. */
export interface Retention {
  /** Returns how many records were changed. */
  removeBefore(moment: Date): Promise<number>;
}

export interface AuditLog extends AuditPort {
  /** Newest first. */
  list(query: AuditRecordQuery): Promise<Page<AuditRecord>>;
}
