import type { CallRecord } from '@leadbridge/usecases';

import type { CallDocument } from './call-model.js';

export function presentCall({ _id, ...call }: CallDocument): CallRecord {
  return {
    ...call,
    callId: _id,
    occurredAt: call.occurredAt.toISOString(),
    createdAt: call.createdAt.toISOString(),
  };
}

export function callDocument({ callId, ...call }: CallRecord): CallDocument {
  return {
    ...call,
    _id: callId,
    occurredAt: new Date(call.occurredAt),
    createdAt: new Date(call.createdAt),
  };
}
