import { userView, wireForm, type UserView } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';
import { needsSecondFactor, type UserRecord } from '@leadbridge/usecases';

export function presentUser(user: UserRecord): UserView {
  const { secondFactor, secondFactorDueAt } = user;
  return wireForm(userView, {
    ...user,
    id: user.userId,
    secondFactor: {
      method: secondFactor,
      required: needsSecondFactor(user.role),
      dueAt: secondFactorDueAt === null || secondFactor !== null ? null : isoTime(secondFactorDueAt),
    },
    createdAt: isoTime(user.createdAt),
    updatedAt: isoTime(user.updatedAt),
    lastSignInAt: user.lastSignInAt === null ? null : isoTime(user.lastSignInAt),
  });
}
