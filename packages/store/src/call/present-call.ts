import type { CallRecord } from '@leadbridge/usecases';

import { isoTimes } from '../times-of.js';
import type { CallDocument } from './call-model.js';

export function presentCall({ _id: callId, ...call }: CallDocument): CallRecord {
  return { callId, ...isoTimes(call) };
}

export function callDocument({ callId, ...call }: CallRecord): CallDocument {
  return {
    ...call,
    _id: callId,
    occurredAt: new Date(call.occurredAt),
    createdAt: new Date(call.createdAt),
  };
}
