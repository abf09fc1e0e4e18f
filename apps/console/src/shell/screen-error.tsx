import { useQueryClient } from '@tanstack/react-query';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { useReachable } from '../api/reachable.js';
import { ErrorState } from '../parts/states.js';
import { sessionPath } from '../session/session.js';

/**
 * A fault of a screen, such as a file of it that could not be loaded: because a newer version of the service has it no more, or because the
 * service is away. Then the page is loaded again once it is back.
 */
export function ScreenError({ error }: ErrorComponentProps) {
  const client = useQueryClient();
  const isReachable = useReachable();
  const wasAway = useRef(false);

  useEffect(() => {
    // Tells whether the service is there.
    void client.refetchQueries({ queryKey: [sessionPath] });
  }, [client]);

  useEffect(() => {
    if (!isReachable) {
      wasAway.current = true;
    } else if (wasAway.current) {
      location.reload();
    }
  }, [isReachable]);

  return (
    <ErrorState
      error={error instanceof Error ? error : new Error(String(error))}
      retry={() => {
        location.reload();
      }}
    />
  );
}
