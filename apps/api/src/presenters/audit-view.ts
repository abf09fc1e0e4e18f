import type { AuditView } from '@leadbridge/contracts';
import type { AuditRecord } from '@leadbridge/usecases';

export function presentAuditEntry(record: AuditRecord): AuditView {
  return {
    id: record.auditId,
    at: record.at,
    action: record.action,
    actor: record.actor,
    target: record.target,
    changes: record.changes ?? {},
    address: record.address,
    request_id: record.requestId,
    ...(record.method === undefined ? {} : { method: record.method }),
    ...(record.reason === undefined ? {} : { reason: record.reason }),
    via: record.via ?? null,
  };
}
