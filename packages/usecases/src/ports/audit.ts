import type { ActorKind, AuditAction, AuditChange, AuditTarget, PageQuery } from '@leadbridge/contracts';

import type { Page } from './page.js';

/** Who does something, and from where. */
export interface AuditOrigin {
  readonly actor: { readonly id: string; readonly name: string; readonly kind: ActorKind };
  /** The caller's network address; null for what came from no network. */
  readonly address: string | null;
  readonly requestId: string | null;
}

/** One change: what was done to what, by whom. Never holds a secret: `auditSecret` stands for its value. */
export interface AuditEntry extends AuditOrigin {
  readonly action: AuditAction;
  readonly target: {
    readonly type: AuditTarget;
    readonly id: string;
  };
  /** By field. */
  readonly changes?: Readonly<Record<string, AuditChange>>;
}

/** Stands in `changes` for a secret that was changed. */
export const auditSecret: AuditChange = { from: '[secret]', to: '[secret]' };

export interface AuditRecord extends AuditEntry {
  readonly auditId: string;
  /** ISO 8601. */
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

/** Where changes are written down. A store that changes something in a transaction writes the entry inside it instead. */
export interface AuditPort {
  record(entry: AuditEntry): Promise<void>;
}

/** Lets go of what has been kept for long enough. */
export interface AuditRetention {
  /** Answers how many entries were removed. */
  removeBefore(moment: Date): Promise<number>;
}

export interface AuditLog extends AuditPort {
  /** Newest first. */
  list(query: AuditRecordQuery): Promise<Page<AuditRecord>>;
}
