import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import type { AcceptedJob } from '@leadbridge/contracts';

import { useIntention } from '../../api/intention.js';
import { send } from '../../api/leadbridge.js';
import { rememberSent } from './file/sent-files.js';
import type { LeadFileState } from './use-lead-file.js';

/** Sends the leads of a file, and goes to the job that takes them. */
export function useImport(
  { worker, mapping, source }: LeadFileState,
  { file, updateExisting }: { readonly file: File; readonly updateExisting: boolean },
) {
  const [sending, setSending] = useState<'dry run' | 'import' | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const navigate = useNavigate();
  // Sent again after a lost response, the same intention is the same import.
  const intention = useIntention();

  async function start(isDryRun: boolean): Promise<void> {
    if (worker === null) {
      return;
    }
    setSending(isDryRun ? 'dry run' : 'import');
    setError(null);
    try {
      const { leads, rows } = await worker.do('leads', { mapping });
      const options = JSON.stringify({ update_existing: updateExisting });
      const batch = JSON.stringify({
        file_name: file.name.slice(0, maxFileNameLength),
        ...(isDryRun ? { dry_run: true } : {}),
      });
      const body = `{"source":${JSON.stringify(source)},"options":${options},"batch_options":${batch},"leads":${leads},"rows":${rows}}`;
      const job = await send<AcceptedJob>('POST', '/sync/leads/bulk', {
        body,
        headers: { Prefer: 'respond-async' },
        idempotencyKey: intention.keyFor(body),
      });
      intention.ended(null);
      rememberSent(job.job_id, { name: file.name, worker });
      await navigate({ to: `/jobs/${job.job_id}` });
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

const maxFileNameLength = 255;
