import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

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
  const [sending, setSending] = useState<What | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const navigate = useNavigate();
  // Sent again after a lost response, the same request is the same job.
  const intention = useIntention();

  async function start(what: What): Promise<void> {
    if (worker === null) {
      return;
    }
    setSending(what);
    setError(null);
    try {
      const body = await bodyOf(what, worker);
      const job = await send<AcceptedJob>('POST', path, {
        body,
        headers: { Prefer: 'respond-async' },
        idempotencyKey: intention.keyFor(body),
      });
      intention.ended(null);
      onAccepted(job.job_id, worker);
      await navigate({ to: `/jobs/${job.job_id}`, ignoreBlocker: true });
    } catch (caught) {
      const fault = caught instanceof Error ? caught : new Error(String(caught));
      intention.ended(fault);
      setError(fault);
    } finally {
      setSending(null);
    }
  }

  return { start, sending, error };
}
