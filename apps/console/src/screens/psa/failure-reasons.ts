import type { PsaFailureReason } from '@leadbridge/contracts';

export const failureReasons: Readonly<Record<PsaFailureReason, string>> = {
  unreachable: 'no connection, or no response in time',
  server_error: 'it responds with a status of 500 or above',
  unreadable_answer: 'its responses are not those of its API',
  credentials_refused: 'it rejects our credentials',
  missing_mapping: 'it lacks something that jobs need',
};
