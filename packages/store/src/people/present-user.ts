import type { UserRecord } from '@leadbridge/usecases';

import { msTimes } from '../times-of.js';
import type { UserDocument } from './user-model.js';

export function presentUser({ _id: userId, ...document }: UserDocument): UserRecord {
  return {
    userId,
    ...msTimes(document),
    oidc: document.oidc ?? null,
    sessionsEnded: document.sessionsEnded ?? 0,
  };
}
