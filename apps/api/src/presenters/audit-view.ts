import { auditViewSchema, wireForm, type AuditView } from '@leadbridge/contracts';
import type { AuditRecord } from '@leadbridge/usecases';

export function presentAuditEntry(record: AuditRecord): AuditView {
  const { auditId: id, changes = {}, via = null } = record;
  return wireForm(auditViewSchema, { ...record, id, changes, via });
}
