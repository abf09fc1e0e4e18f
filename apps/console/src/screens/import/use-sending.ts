import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import type { AcceptedJob } from '@leadbridge/contracts';

import { useIntention } from '../../api/intention.js';
import { send } from '../../api/leadbridge.js';
import type { FileWorker } from './file/file-worker.js';

/**
 * Sends the rows of a file, and goes to the job that takes them.
 *
 * @param bodyOf the body of the request, by what is sent
 */
export function useSending<What extends string>(
  worker: FileWorker | null,
  path: string,
  bodyOf: (what: What, worker: FileWorker) => Promise<string>,
  onAccepted: (jobId: string, worker: FileWorker) => void = () => undefined,
) {
  const navigate = useNavigate();
  // Sent again after a lost response, the same request is the same job.
  const intention = useIntention();
  const { mutate, variables, isPending, error } = useMutation<void, Error, What>({
    mutationFn: async (what) => {
      if (worker === null) {
        return;
      }
      const body = await bodyOf(what, worker);
      const job = await send<AcceptedJob>('POST', path, {
        body,
        headers: { Prefer: 'respond-async' },
        idempotencyKey: intention.keyFor(body),
      });
      onAccepted(job.job_id, worker);
      await navigate({ to: `/jobs/${job.job_id}`, ignoreBlocker: true });
    },
    onSettled: (_sent, fault) => intention.ended(fault),
  });
  return { start: mutate, sending: isPending ? variables : null, error };
}
