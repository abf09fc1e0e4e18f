import { completeValidationDetails, withReason, type ErrorEnvelope } from '@leadbridge/contracts';
import { isoTime, type AppError } from '@leadbridge/platform';

/** The body of an error response (specification, "Errors"). */
export function errorEnvelope(
  { code, message, details: given }: AppError,
  status: number,
  { requestId, now }: { readonly requestId: string; readonly now: number },
): ErrorEnvelope {
  const details = code === 'VALIDATION_ERROR' ? completeValidationDetails(given, message) : given;
  return {
    error: {
      code,
      message,
      details: withReason(details, status),
      timestamp: isoTime(now),
      request_id: requestId,
    },
  };
}
