import type { UserView } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';
import { needsSecondFactor, type UserRecord } from '@leadbridge/usecases';

export function presentUser(user: UserRecord): UserView {
  const { secondFactor, secondFactorDueAt } = user;
  return {
    id: user.userId,
    email: user.email,
    name: user.name,
    role: user.role,
    disabled: user.disabled,
    second_factor: {
      method: secondFactor,
      required: needsSecondFactor(user.role),
      due_at: secondFactorDueAt === null || secondFactor !== null ? null : isoTime(secondFactorDueAt),
    },
    oidc: user.oidc,
    created_at: isoTime(user.createdAt),
    updated_at: isoTime(user.updatedAt),
    last_sign_in_at: user.lastSignInAt === null ? null : isoTime(user.lastSignInAt),
  };
}
