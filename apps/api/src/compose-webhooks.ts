import { createAddressGuard, createTargetPolicy, verifySignature } from '@leadbridge/integrations';
import type { Clock, Logger, SecretBox } from '@leadbridge/platform';
import { createDeliveryLanes, type JobProducer } from '@leadbridge/queue';
import { createDeliveryStore, createWebhookStore, type connectMongo } from '@leadbridge/store';
import { createEventResending, createSignatureCheck, createWebhookManagement } from '@leadbridge/usecases';
import type { AuditLog } from '@leadbridge/usecases';

import type { ApiConfig } from './config.js';
import type { WebhookServices } from './services.js';

/** Everything that the webhook routes need. */
export function composeWebhooks(
  config: Pick<ApiConfig, 'webhookAllowHttp' | 'webhookAllowedAddresses'>,
  parts: {
    readonly mongo: Awaited<ReturnType<typeof connectMongo>>;
    readonly queue: JobProducer;
    readonly secrets: SecretBox;
    readonly audit: AuditLog;
    readonly clock: Clock;
    readonly logger: Logger;
  },
): WebhookServices {
  const { mongo, queue, secrets, audit, clock, logger } = parts;
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
