import type {
  ChangeWebhookBody,
  ErrorReason,
  RegisterWebhookBody,
  RotateSecretBody,
} from '@leadbridge/contracts';
import { validationDetails } from '@leadbridge/contracts';
import { AppError, isoTime, newId, type Clock, type SecretBox } from '@leadbridge/platform';

import { auditSecret, type AuditEntry, type AuditOrigin } from '../ports/audit.js';
import type { TargetPolicy, WebhookChange, WebhookRecord, WebhookStore } from '../ports/webhooks.js';
import { newSecret, previousAfterRotation, sealSecret } from './webhook-secrets.js';

export interface WebhookManagementDependencies {
  readonly webhooks: WebhookStore;
  readonly box: SecretBox;
  readonly policy: TargetPolicy;
  readonly clock: Clock;
}

/** A webhook, and its new secret if the service generated one: this is the only time it is shown. */
export interface WebhookWithSecret {
  readonly webhook: WebhookRecord;
  readonly generatedSecret: string | null;
}

/** Manages webhooks. All methods throw `AppError`: VALIDATION_ERROR, RESOURCE_NOT_FOUND. */
export interface WebhookManagement {
  register(request: RegisterWebhookBody, origin: AuditOrigin): Promise<WebhookWithSecret>;
  find(webhookId: string): Promise<WebhookRecord>;
  list(): Promise<readonly WebhookRecord[]>;
  change(webhookId: string, change: ChangeWebhookBody, origin: AuditOrigin): Promise<WebhookRecord>;
  remove(webhookId: string, origin: AuditOrigin): Promise<void>;
  rotateSecret(webhookId: string, request: RotateSecretBody, origin: AuditOrigin): Promise<WebhookWithSecret>;
}

/** Every event is stored once for each subscribed webhook, so their number multiplies the work. */
const maxWebhooks = 500;

export function createWebhookManagement(deps: WebhookManagementDependencies): WebhookManagement {
  const { webhooks, policy, clock } = deps;
  const find = async (webhookId: string): Promise<WebhookRecord> =>
    found(await webhooks.find(webhookId), webhookId);
  return {
    find,
    list: () => webhooks.list(),
    register: async (request, origin) => register(deps, request, origin),

    async change(webhookId, { allow_duplicate: allowDuplicate, ...change }, origin) {
      if (change.url !== undefined) {
        checkUrl(policy, change.url);
      }
      const audit = entry(origin, 'webhook.changed', webhookId, changesOf(await find(webhookId), change));
      const changed = await webhooks.change(webhookId, change, isoTime(clock.now()), audit, allowDuplicate);
      if (changed === 'duplicate') {
        throw addressInUse();
      }
      return found(changed, webhookId);
    },

    rotateSecret: async (webhookId, request, origin) =>
      rotateSecret(deps, await find(webhookId), request, origin),

    async remove(webhookId, origin) {
      const url = { from: originOf((await find(webhookId)).url), to: null };
      if (!(await webhooks.remove(webhookId, entry(origin, 'webhook.removed', webhookId, { url })))) {
        throw notFound(webhookId);
      }
    },
  };
}

async function register(
  { webhooks, box, policy, clock }: WebhookManagementDependencies,
  { url, format = 'standard', events, secret, active, allow_duplicate: allowDuplicate }: RegisterWebhookBody,
  origin: AuditOrigin,
): Promise<WebhookWithSecret> {
  checkUrl(policy, url);
  const webhookId = newId('wh', clock.now());
  const at = isoTime(clock.now());
  const text = secret ?? newSecret();
  const webhook: WebhookRecord = {
    webhookId,
    url,
    format,
    events,
    active: active ?? true,
    sealedSecret: sealSecret(box, webhookId, text),
    previousSecrets: [],
    createdAt: at,
    updatedAt: at,
    failingSince: null,
    switchedOff: null,
  };
  const audit = entry(origin, 'webhook.created', webhookId, {
    url: { from: null, to: originOf(url) },
    format: { from: null, to: format },
    events: { from: null, to: events },
    active: { from: null, to: webhook.active },
  });
  const created = await webhooks.create(webhook, maxWebhooks, audit, allowDuplicate);
  if (created === 'duplicate') {
    throw addressInUse();
  }
  if (created === 'full') {
    throw new AppError('VALIDATION_ERROR', `There are ${maxWebhooks} webhooks already`, {
      status: 409,
      details: { reason: 'WEBHOOK_LIMIT_REACHED' satisfies ErrorReason },
    });
  }
  return { webhook, generatedSecret: secret === undefined ? text : null };
}

async function rotateSecret(
  { webhooks, box, clock }: WebhookManagementDependencies,
  before: WebhookRecord,
  request: RotateSecretBody,
  origin: AuditOrigin,
): Promise<WebhookWithSecret> {
  const { webhookId } = before;
  const text = request.secret ?? newSecret();
  const rotated = await webhooks.replaceSecret(
    webhookId,
    before.sealedSecret,
    {
      sealedSecret: sealSecret(box, webhookId, text),
      previousSecrets: request.revoke_previous === true ? [] : previousAfterRotation(before, clock.now()),
    },
    isoTime(clock.now()),
    entry(origin, 'webhook.secret_replaced', webhookId, { secret: auditSecret }),
  );
  if (rotated === null) {
    throw new AppError('VALIDATION_ERROR', 'The webhook was changed at the same time', {
      status: 409,
      details: { reason: 'WEBHOOK_CHANGED' satisfies ErrorReason },
    });
  }
  return { webhook: rotated, generatedSecret: request.secret === undefined ? text : null };
}

function checkUrl(policy: TargetPolicy, url: string): void {
  const fault = policy.fault(url);
  if (fault !== null) {
    const message = `url ${fault}`;
    // The URL may contain a token, so it is not repeated.
    throw new AppError('VALIDATION_ERROR', message, {
      details: validationDetails([{ field: 'url', value: withoutSecrets(url), message }]),
    });
  }
}

/** The URL may contain a token, so it is not repeated. */
function addressInUse(): AppError {
  return new AppError(
    'VALIDATION_ERROR',
    'Another webhook has this address; allow_duplicate: true lets both of them get every event',
    {
      status: 409,
      details: { field: 'url', reason: 'WEBHOOK_ADDRESS_IN_USE' satisfies ErrorReason },
    },
  );
}

function notFound(webhookId: string): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'There is no such webhook', {
    details: { webhook_id: webhookId },
  });
}

function found(webhook: WebhookRecord | null, webhookId: string): WebhookRecord {
  if (webhook === null) {
    throw notFound(webhookId);
  }
  return webhook;
}

function entry(
  origin: AuditOrigin,
  action: AuditEntry['action'],
  webhookId: string,
  changes: AuditEntry['changes'] = {},
): AuditEntry {
  return { ...origin, action, target: { type: 'webhook', id: webhookId }, changes };
}

function changesOf(
  before: WebhookRecord,
  { url, format, events, active }: WebhookChange,
): AuditEntry['changes'] {
  return {
    ...(url === undefined ? {} : { url: { from: originOf(before.url), to: originOf(url) } }),
    ...(format === undefined ? {} : { format: { from: before.format, to: format } }),
    ...(events === undefined ? {} : { events: { from: before.events, to: events } }),
    ...(active === undefined ? {} : { active: { from: before.active, to: active } }),
  };
}

/** Paths and queries often contain a token: the audit log keeps only scheme, host and port. */
function originOf(url: string): string {
  return new URL(url).origin;
}

function withoutSecrets(url: string): string {
  return URL.canParse(url) ? `${new URL(url).protocol}//${new URL(url).host}` : url.slice(0, 100);
}
