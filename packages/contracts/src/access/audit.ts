import Joi from 'joi';

import { periodKeys, periodQuery } from '../analytics/period.js';
import { oneOf } from '../one-of.js';
import { listResponse, pageKeys } from '../paging.js';
import { oidcRefusals, signInMethods } from './oidc.js';
import type { HasValues, IsRequired, ValueOf } from '../schema-types.js';

/** Every kind of audit log entry: its subject and the action. */
export const auditActions = [
  'api_key.issued',
  'api_key.rotated',
  'api_key.revoked',
  'user.created',
  'user.invited',
  'user.joined',
  'user.changed',
  'user.removed',
  'user.signed_in',
  'user.signed_out',
  'user.reauthenticated',
  'user.session_ended',
  'user.locked',
  'auth.login_failed',
  'user.password_changed',
  'user.second_factor_enrolled',
  'user.second_factor_reset',
  'user.recovery_code_used',
  'config.changed',
  'import_mapping.saved',
  'import_mapping.removed',
  'webhook.created',
  'webhook.changed',
  'webhook.removed',
  'webhook.secret_replaced',
  'webhook.tested',
  'webhook.redelivered',
  'webhook.replayed',
  'queue.job_retried',
  'queue.job_promoted',
  'queue.job_removed',
  'mirror.rebuild_requested',
  'psa.check_requested',
  'reconciliation.requested',
  'reconciliation.resolved',
  'mcp.plan_import',
  'mcp.plan_undo',
  'mcp.commit_plan',
  'mcp.suppress_person',
  'erasure.requested',
  'erasure.completed',
  'suppression.removed',
  'company_match.decided',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** A machine with a key or a token, a person, an operator in a terminal, or the service itself. */
export const actorKinds = ['api_key', 'oauth_client', 'person', 'terminal', 'service'] as const;
export type ActorKind = (typeof actorKinds)[number];

export const auditTargets = [
  'api_key',
  'user',
  'config',
  'import_mapping',
  'webhook',
  'queue_job',
  'erasure',
  'job',
  'mirror',
  'psa',
  'reconciliation',
  'suppression',
  'company_match',
] as const;
export type AuditTarget = (typeof auditTargets)[number];

/** The value before and after a change; a secret is `[secret]` in both. */
export interface AuditChange {
  readonly from: unknown;
  readonly to: unknown;
}

const identifier = Joi.string().max(200);

export const auditQuery = periodQuery({
  ...pageKeys('audit', { limit: 50, maximum: 500 }),
  action: Joi.string().valid(...auditActions),
  actor_id: identifier,
  target_type: Joi.string().valid(...auditTargets),
  target_id: identifier,
  ...periodKeys,
});

const text = Joi.string().required();

function changesByField(): Joi.ObjectSchema & IsRequired & HasValues<Readonly<Record<string, AuditChange>>>;
function changesByField(): Joi.ObjectSchema {
  return Joi.object().unknown(true).required().description('By field: {from, to}.');
}

export const auditViewSchema = Joi.object({
  id: text,
  at: Joi.string().isoDate().required(),
  action: oneOf(auditActions),
  actor: Joi.object({
    id: text,
    name: text,
    kind: oneOf(actorKinds),
  }).required(),
  target: Joi.object({
    type: oneOf(auditTargets),
    id: text,
  }).required(),
  changes: changesByField(),
  method: Joi.string()
    .valid(...signInMethods)
    .description('Of a sign-in, how it was made.'),
  reason: Joi.string()
    .valid(...oidcRefusals)
    .description('Of a failed sign-in, why.'),
  /** The IP address of the actor; null if the change did not come over the network. */
  address: Joi.string().allow(null).required(),
  request_id: Joi.string().allow(null).required(),
  via: Joi.string()
    .valid('mcp')
    .allow(null)
    .required()
    .description('`mcp` for a call of a tool of the MCP server.'),
});
export type AuditView = ValueOf<typeof auditViewSchema>;

export const auditListResponse = listResponse('entries', auditViewSchema);
export type AuditListResponse = ValueOf<typeof auditListResponse>;
