import type { UserRecord } from '@leadbridge/usecases';

import type { UserDocument } from './user-model.js';

export function presentUser({ _id: userId, ...document }: UserDocument): UserRecord {
  return {
    userId,
    ...document,
    oidc: document.oidc ?? null,
    secondFactorDueAt: document.secondFactorDueAt?.getTime() ?? null,
    createdAt: document.createdAt.getTime(),
    updatedAt: document.updatedAt.getTime(),
    lastSignInAt: document.lastSignInAt?.getTime() ?? null,
    sessionsEnded: document.sessionsEnded ?? 0,
  };
}
