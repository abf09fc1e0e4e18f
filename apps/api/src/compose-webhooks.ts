import { createAddressGuard, createTargetPolicy, verifySignature } from '@leadbridge/integrations';
import { createDeliveryLanes } from '@leadbridge/queue';
import { createDeliveryStore, createWebhookStore } from '@leadbridge/store';
import { createEventResending, createSignatureCheck, createWebhookManagement } from '@leadbridge/usecases';
import type { AuditLog } from '@leadbridge/usecases';

import type { ApiConnections } from './compose-connections.js';
import type { ApiConfig } from './config.js';
import type { WebhookServices } from './services.js';

export function composeWebhooks(
  config: ApiConfig,
  { mongo, queue, secrets, clock, logger }: ApiConnections,
  audit: AuditLog,
): WebhookServices {
  const guard = createAddressGuard(config.webhookAllowedAddresses);
  const management = createWebhookManagement({
    webhooks: createWebhookStore(mongo),
    box: secrets,
    policy: createTargetPolicy({ guard, allowHttp: config.webhookAllowHttp }),
    clock,
  });
  const findWebhook = (webhookId: string) => management.find(webhookId);
  return {
    management,
    resending: createEventResending({
      deliveries: createDeliveryStore(mongo),
      lanes: createDeliveryLanes({ queue, clock, logger }),
      audit,
      clock,
      findWebhook,
    }),
    checkSignature: createSignatureCheck({ verify: verifySignature, box: secrets, clock, findWebhook }),
  };
}
