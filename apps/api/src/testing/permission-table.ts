import type { Permission, Role } from '@leadbridge/contracts';

/** The specification's roles ("Authentication"), inherited permissions included: written down here once more, by hand. */
export const rolesWith: Readonly<Record<Permission, readonly Role[]>> = {
  'config.manage': ['admin'],
  'users.manage': ['admin'],
  'logs.view': ['admin'],
  'data.sync': ['admin', 'operator'],
  'data.view': ['admin', 'operator'],
  'data.view.readonly': ['admin', 'operator', 'viewer'],
  'analytics.view': ['admin', 'operator', 'viewer'],
};

/**
 * Who may call what. A route states its permission itself; it stands here a second time, so that nobody widens one without being
 * seen. A new route needs a line.
 */
export const permissionTable: Readonly<Record<string, Permission | 'session' | 'none'>> = {
  'GET /health': 'none',
  'GET /livez': 'none',
  'GET /readyz': 'none',
  'POST /auth/login': 'none',
  // The signature of the request is what it checks.
  'POST /webhooks/test': 'none',

  'DELETE /auth/sessions/:session_id': 'session',
  'GET /auth/session': 'session',
  'GET /auth/sessions': 'session',
  'POST /auth/logout': 'session',
  'POST /auth/mfa/enroll': 'session',
  'POST /auth/mfa/verify': 'session',
  'POST /auth/password': 'session',

  'GET /calls': 'data.view.readonly',
  'GET /docs': 'data.view.readonly',
  'GET /docs/plain': 'data.view.readonly',
  'GET /jobs': 'data.view.readonly',
  'GET /jobs/:job_id': 'data.view.readonly',
  'GET /jobs/:job_id/events': 'data.view.readonly',
  'GET /jobs/:job_id/results': 'data.view.readonly',
  'GET /leads': 'data.view.readonly',
  'GET /leads/:lead_id': 'data.view.readonly',
  'GET /leads/:lead_id/timeline': 'data.view.readonly',
  'GET /openapi.json': 'data.view.readonly',
  'GET /opportunities': 'data.view.readonly',
  'GET /opportunities/:opportunity_id': 'data.view.readonly',
  'GET /prospects': 'data.view.readonly',
  'GET /prospects/:prospect_id': 'data.view.readonly',
  'GET /suppressions': 'data.view.readonly',
  'GET /suppressions/:suppression_id': 'data.view.readonly',
  'GET /webhooks': 'data.view.readonly',
  'GET /webhooks/:webhook_id': 'data.view.readonly',
  'GET /webhooks/:webhook_id/deliveries': 'data.view.readonly',
  'GET /webhooks/:webhook_id/deliveries/:delivery_id': 'data.view.readonly',
  'POST /validate/leads': 'data.view.readonly',

  'DELETE /webhooks/:webhook_id': 'data.sync',
  'PATCH /webhooks/:webhook_id': 'data.sync',
  'POST /calls': 'data.sync',
  'POST /jobs/:job_id/cancel': 'data.sync',
  'POST /jobs/:job_id/retry': 'data.sync',
  'POST /jobs/:job_id/commit': 'data.sync',
  'POST /jobs/:job_id/undo': 'data.sync',
  'POST /opportunities': 'data.sync',
  'POST /prospects/convert/:lead_id': 'data.sync',
  'POST /suppressions': 'data.sync',
  'POST /suppressions/:suppression_id/retry': 'data.sync',
  'POST /sync/leads': 'data.sync',
  'POST /sync/leads/bulk': 'data.sync',
  'POST /webhooks': 'data.sync',
  'POST /webhooks/:webhook_id/deliveries/:delivery_id/redeliver': 'data.sync',
  'POST /webhooks/:webhook_id/replay': 'data.sync',
  'POST /webhooks/:webhook_id/rotate-secret': 'data.sync',
  'POST /webhooks/:webhook_id/test': 'data.sync',
  'POST /webhooks/dnc-sync': 'data.sync',
  'PUT /leads/:lead_id/status': 'data.sync',
  'PUT /opportunities/:opportunity_id': 'data.sync',
  'PUT /prospects/:prospect_id/status': 'data.sync',

  'GET /config': 'config.manage',
  'PUT /config': 'config.manage',

  'DELETE /api-keys/:key_id': 'users.manage',
  'DELETE /users/:user_id': 'users.manage',
  'DELETE /users/:user_id/mfa': 'users.manage',
  'DELETE /users/:user_id/sessions/:session_id': 'users.manage',
  'GET /api-keys': 'users.manage',
  'GET /api-keys/:key_id': 'users.manage',
  'GET /users': 'users.manage',
  'GET /users/:user_id': 'users.manage',
  'GET /users/:user_id/sessions': 'users.manage',
  'PATCH /users/:user_id': 'users.manage',
  'POST /api-keys': 'users.manage',
  'POST /api-keys/:key_id/rotate': 'users.manage',
  'POST /erasures': 'users.manage',
  'POST /users': 'users.manage',

  'GET /analytics/performance': 'analytics.view',
  'GET /analytics/sync': 'analytics.view',
  'GET /analytics/workflow': 'analytics.view',

  'GET /audit': 'logs.view',
  'GET /errors': 'logs.view',
};
