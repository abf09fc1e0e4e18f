import type { UserRecord } from '@leadbridge/usecases';

import type { UserDocument } from './user-model.js';

export function presentUser(document: UserDocument): UserRecord {
  return {
    userId: document._id,
    email: document.email,
    name: document.name,
    role: document.role,
    disabled: document.disabled,
    secondFactor: document.secondFactor,
    oidc: document.oidc ?? null,
    secondFactorDueAt: document.secondFactorDueAt?.getTime() ?? null,
    createdAt: document.createdAt.getTime(),
    updatedAt: document.updatedAt.getTime(),
    lastSignInAt: document.lastSignInAt?.getTime() ?? null,
    sessionsEnded: document.sessionsEnded ?? 0,
  };
}
