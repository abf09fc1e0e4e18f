import type { AcceptedJob, JobWaitReason } from '@leadbridge/contracts';

export const waitReasons: Readonly<Record<JobWaitReason, string>> = {
  psa_budget: 'Waiting for the PSA budget',
  psa_unavailable: 'Waiting for the PSA',
  no_worker: 'Waiting for a worker',
  queue: 'Waiting for its turn',
};

export function acceptedInWords({ waiting_for: wait }: Pick<AcceptedJob, 'waiting_for'>): string {
  const why = wait === null ? '' : `: ${waitReasons[wait.reason].toLowerCase().replace('psa', 'PSA')}`;
  return `Accepted, and not done yet${why}. Jobs shows how it ends.`;
}

export function isAccepted(response: unknown): response is AcceptedJob {
  return typeof response === 'object' && response !== null && 'status_url' in response;
}
