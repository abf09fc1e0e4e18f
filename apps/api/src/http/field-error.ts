import { validationDetails, type ErrorReason } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

export function fieldError(field: string, value: unknown, message: string, status = 400): AppError {
  const details = validationDetails([{ field, value, message }]);
  return new AppError('VALIDATION_ERROR', message, { status, details });
}

export function conflict(
  reason: ErrorReason,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): AppError {
  return new AppError('VALIDATION_ERROR', message, { status: 409, details: { reason, ...details } });
}
