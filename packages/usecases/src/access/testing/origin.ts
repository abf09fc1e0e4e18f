import type { AuditOrigin } from '../../ports/audit.js';

/** An administrator who acts over the network. */
export const adminOrigin: AuditOrigin = {
  actor: { id: 'usr_admin', name: 'Robin', kind: 'person' },
  address: '192.0.2.7',
  requestId: 'req_1',
};
