import { describe, expect, it } from '@jest/globals';
import { AppError } from '@leadbridge/platform';

import type { AuditEntry, AuditOrigin } from '../ports/audit.js';
import type { WebhookRecord, WebhookStore } from '../ports/webhooks.js';
import { createWebhookManagement } from './manage-webhooks.js';
import { box } from './testing/memory-webhooks.js';
import { openSecrets } from './webhook-secrets.js';

const hour = 3_600_000;
const origin: AuditOrigin = {
  actor: { id: 'key_1', name: 'a key', kind: 'api_key' },
  address: '192.0.2.1',
  requestId: 'req_1',
};

function management(fault: string | null = null) {
  const stored = new Map<string, WebhookRecord>();
  const audited: AuditEntry[] = [];
  let now = Date.parse('2026-01-31T09:00:00.000Z');
  const put = (webhook: WebhookRecord, audit: AuditEntry): Promise<WebhookRecord> => {
    stored.set(webhook.webhookId, webhook);
    audited.push(audit);
    return Promise.resolve(webhook);
  };
  const webhooks: Partial<WebhookStore> = {
    create: async (webhook, maximum, audit) => {
      await put(webhook, audit);
      return stored.size <= maximum ? 'created' : 'full';
    },
    find: (webhookId) => Promise.resolve(stored.get(webhookId) ?? null),
    change: async (webhookId, change, _, audit) => {
      const found = stored.get(webhookId);
      return found === undefined ? null : await put({ ...found, ...change }, audit);
    },
    replaceSecret: async (webhookId, replaced, secrets, _, audit) => {
      const found = stored.get(webhookId);
      return found?.sealedSecret === replaced ? await put({ ...found, ...secrets }, audit) : null;
    },
    remove: (webhookId, audit) => {
      audited.push(audit);
      return Promise.resolve(stored.delete(webhookId));
    },
  };
  const service = createWebhookManagement({
    webhooks: webhooks as WebhookStore,
    box,
    policy: { fault: () => fault },
    clock: { now: () => now },
  });
  return {
    service,
    audited,
    stored,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    secretsOf: (webhookId: string) => {
      const found = stored.get(webhookId);
      return found === undefined ? [] : openSecrets(box, found, now);
    },
  };
}

const request = { url: 'https://hooks.example.com/in?token=hidden', events: ['lead.created'] as const };

describe('registering a webhook', () => {
  it('stores the given secret encrypted, and does not return it', async () => {
    const { service, stored, secretsOf } = management();
    const { webhook, generatedSecret } = await service.register(
      { ...request, secret: 'a secret of mine' },
      origin,
    );
    expect(generatedSecret).toBeNull();
    expect(webhook).toMatchObject({ active: true, events: ['lead.created'], url: request.url });
    expect(webhook.webhookId).toMatch(/^wh_[0-9a-z]{25}$/);
    expect(JSON.stringify([...stored.values()])).not.toContain('a secret of mine');
    expect(secretsOf(webhook.webhookId)).toEqual(['a secret of mine']);
  });

  it('generates a secret of 32 random bytes if none was given, and returns it only this once', async () => {
    const { service, secretsOf } = management();
    const { webhook, generatedSecret } = await service.register({ ...request, active: false }, origin);
    expect(generatedSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(secretsOf(webhook.webhookId)).toEqual([generatedSecret]);
    expect(webhook.active).toBe(false);
    expect((await service.register(request, origin)).generatedSecret).not.toBe(generatedSecret);
  });

  it('refuses a URL that it must not connect to, and names the field without its secrets', async () => {
    const { service, stored } = management('must not be private');
    const refused = await service.register(request, origin).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'url must not be private',
      details: { field: 'url', value: 'https://hooks.example.com' },
    });
    expect(stored.size).toBe(0);
  });

  it('logs who did it, but neither the secret nor the hidden parts of the URL', async () => {
    const { service, audited } = management();
    await service.register({ ...request, secret: 'a secret of mine' }, origin);
    expect(audited).toMatchObject([
      { action: 'webhook.created', actor: { id: 'key_1' }, address: '192.0.2.1' },
    ]);
    expect(JSON.stringify(audited)).not.toMatch(/hidden|a secret of mine/);
  });
});

describe('changing a webhook', () => {
  it('logs the old and the new values', async () => {
    const { service, audited } = management();
    const { webhook } = await service.register(request, origin);
    await service.change(webhook.webhookId, { active: false, events: ['*'] }, origin);
    expect(audited[1]).toMatchObject({
      action: 'webhook.changed',
      changes: { active: { from: true, to: false }, events: { from: ['lead.created'], to: ['*'] } },
    });
    expect(audited[1]?.changes).not.toHaveProperty('url');
  });

  it('logs where a webhook went that is removed, as its id then leads nowhere', async () => {
    const { service, audited } = management();
    const { webhook } = await service.register(request, origin);
    await service.remove(webhook.webhookId, origin);
    const url = { from: 'https://hooks.example.com', to: null };
    expect(audited[1]).toMatchObject({ action: 'webhook.removed', changes: { url } });
  });

  it('returns 404 if there is none', async () => {
    const { service } = management();
    const unknown = { code: 'RESOURCE_NOT_FOUND', details: { webhook_id: 'wh_none' } };
    await expect(service.find('wh_none')).rejects.toMatchObject(unknown);
    await expect(service.change('wh_none', { active: true }, origin)).rejects.toMatchObject(unknown);
    await expect(service.remove('wh_none', origin)).rejects.toMatchObject(unknown);
    await expect(service.rotateSecret('wh_none', {}, origin)).rejects.toMatchObject(unknown);
  });
});

describe('rotating a secret', () => {
  it('keeps the previous one signing for another 24 hours', async () => {
    const { service, secretsOf, pass } = management();
    const { webhook, generatedSecret: first } = await service.register(request, origin);
    const { generatedSecret: second } = await service.rotateSecret(webhook.webhookId, {}, origin);
    expect(secretsOf(webhook.webhookId)).toEqual([second, first]);
    pass(24 * hour - 1);
    expect(secretsOf(webhook.webhookId)).toEqual([second, first]);
    pass(1);
    expect(secretsOf(webhook.webhookId)).toEqual([second]);
  });

  it('accepts a given secret, and ends the previous one immediately if it has leaked', async () => {
    const { service, secretsOf } = management();
    const { webhook } = await service.register(request, origin);
    const rotated = await service.rotateSecret(
      webhook.webhookId,
      { secret: 'a new secret of mine', revoke_previous: true },
      origin,
    );
    expect(rotated.generatedSecret).toBeNull();
    expect(secretsOf(webhook.webhookId)).toEqual(['a new secret of mine']);
  });

  it('keeps up to three secrets of several rotations within a day', async () => {
    const { service, secretsOf } = management();
    const { webhook } = await service.register({ ...request, secret: 'the secret number 0' }, origin);
    for (let number = 1; number <= 5; number += 1) {
      await service.rotateSecret(webhook.webhookId, { secret: `the secret number ${number}` }, origin);
    }
    expect(secretsOf(webhook.webhookId).map((secret) => secret.at(-1))).toEqual(['5', '4', '3', '2']);
  });

  it('is logged without the secret', async () => {
    const { service, audited } = management();
    const { webhook } = await service.register(request, origin);
    await service.rotateSecret(webhook.webhookId, { secret: 'a new secret of mine' }, origin);
    expect(audited[1]).toMatchObject({ action: 'webhook.secret_replaced' });
    expect(JSON.stringify(audited)).not.toContain('a new secret of mine');
  });
});
