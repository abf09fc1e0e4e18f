import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { JobView } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { leadbridge } from '../../api/leadbridge.js';

/** The rows are read page by page where they are shown. */
const withoutRows = { results: 'none' } as const;

export function isFinished({ status }: Pick<JobView, 'status'>): boolean {
  return status !== 'queued' && status !== 'active';
}

/** A job, as it goes on: told by the service, and asked for once. */
export function useJob(jobId: string) {
  const client = useQueryClient();
  const path = `/jobs/${jobId}`;
  const job = useRead<JobView>(path, withoutRows);
  // Followed again where the job could be read since, such as after a new sign-in.
  const [lostAtMs, setLostAtMs] = useState(0);
  const isFollowed = job.data !== undefined && !isFinished(job.data) && job.dataUpdatedAt > lostAtMs;

  useEffect(() => {
    if (!isFollowed) {
      return undefined;
    }
    const left = new AbortController();
    const follow = async (): Promise<void> => {
      try {
        for await (const next of leadbridge.jobs.watch(jobId, { signal: left.signal })) {
          client.setQueryData([path, withoutRows], next);
          if (isFinished(next)) {
            // Before this effect is ended by it.
            await client.invalidateQueries({
              predicate: ({ queryKey: [key] }) => typeof key === 'string' && key.startsWith('/jobs'),
            });
          }
        }
      } catch {
        if (!left.signal.aborted) {
          setLostAtMs(Date.now());
          await client.invalidateQueries({ queryKey: [path, withoutRows] });
        }
      }
    };
    void follow();
    return () => {
      left.abort();
    };
  }, [client, jobId, path, isFollowed]);

  return job;
}
