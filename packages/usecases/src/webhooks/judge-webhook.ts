import type { SwitchOffReason } from '@leadbridge/contracts';
import { isoTime, type Clock, type Logger } from '@leadbridge/platform';

import type { AuditEntry } from '../ports/audit.js';
import type { WebhookRecord, WebhookStore } from '../ports/webhooks.js';
import type { AttemptResult } from './attempt-delivery.js';

export interface JudgeDependencies {
  readonly webhooks: Pick<WebhookStore, 'markFailing' | 'markWorking' | 'switchOff'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

export type Judgement =
  | { readonly kind: 'working' }
  | { readonly kind: 'failing'; readonly since: string }
  | { readonly kind: 'off'; readonly reason: SwitchOffReason };

const day = 24 * 3_600_000;
/** A webhook whose deliveries have only failed for this long is switched off (decisions: "Delivery"). */
const maxFailingMs = 5 * day;

/** Null if nothing changes. */
export function judge(
  { active, failingSince }: WebhookRecord,
  { decision, judgesTarget }: Pick<AttemptResult, 'decision' | 'judgesTarget'>,
  now: number,
): Judgement | null {
  if (!active || !judgesTarget) {
    return null;
  }
  if (decision === 'gone') {
    return { kind: 'off', reason: 'gone' };
  }
  if (decision === 'succeeded') {
    return failingSince === null ? null : { kind: 'working' };
  }
  if (failingSince === null) {
    return { kind: 'failing', since: isoTime(now) };
  }
  return now - Date.parse(failingSince) >= maxFailingMs
    ? { kind: 'off', reason: 'five_days_of_failures' }
    : null;
}

export async function applyJudgement(
  { webhooks, clock, logger }: JudgeDependencies,
  webhookId: string,
  judgement: Judgement,
): Promise<void> {
  switch (judgement.kind) {
    case 'working':
      await webhooks.markWorking(webhookId);
      break;
    case 'failing':
      await webhooks.markFailing(webhookId, judgement.since);
      break;
    case 'off': {
      const { reason } = judgement;
      if (
        await webhooks.switchOff(webhookId, reason, isoTime(clock.now()), switchOffEntry(webhookId, reason))
      ) {
        logger.warn('a webhook was switched off', { webhook_id: webhookId, reason });
      }
    }
  }
}

function switchOffEntry(webhookId: string, reason: SwitchOffReason): AuditEntry {
  return {
    actor: { id: 'service', name: 'Leadbridge', kind: 'service' },
    address: null,
    requestId: null,
    action: 'webhook.changed',
    target: { type: 'webhook', id: webhookId },
    changes: { active: { from: true, to: false }, switched_off: { from: null, to: reason } },
  };
}
