import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { JobView } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { addressOf } from '../../api/request.js';

export function isFinished({ status }: Pick<JobView, 'status'>): boolean {
  return status !== 'queued' && status !== 'active';
}

/** A job, as it goes on: told by the service, and asked for once. */
export function useJob(jobId: string) {
  const client = useQueryClient();
  const path = `/jobs/${jobId}`;
  const job = useRead<JobView>(path);
  const [isConnected, setConnected] = useState(true);
  const isRunning = job.data !== undefined && !isFinished(job.data);

  useEffect(() => {
    if (!isRunning) {
      return undefined;
    }
    const events = new EventSource(addressOf(`${path}/events`));
    const take = (event: MessageEvent<string>): void => {
      setConnected(true);
      client.setQueryData([path, {}], JSON.parse(event.data));
    };
    events.addEventListener('progress', take);
    events.addEventListener('finished', (event: MessageEvent<string>) => {
      take(event);
      events.close();
      void client.invalidateQueries({
        predicate: ({ queryKey: [key] }) => typeof key === 'string' && key.startsWith('/jobs'),
      });
    });
    // It tries again by itself, but not where it was refused.
    events.addEventListener('error', () => {
      setConnected(false);
      if (events.readyState === EventSource.CLOSED) {
        void client.invalidateQueries({ queryKey: [path, {}] });
      }
    });
    return () => {
      events.close();
    };
  }, [client, path, isRunning]);

  return { ...job, isConnected };
}
