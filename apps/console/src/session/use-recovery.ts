import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { useReachable } from '../api/reachable.js';
import { sessionPath } from './session.js';

const lookEveryMs = 5_000;

/** While the service is unavailable, checks for it; afterwards reads what is shown again. */
export function useRecovery(): void {
  const client = useQueryClient();
  const isReachable = useReachable();
  const wasAway = useRef(false);

  useEffect(() => {
    if (!isReachable) {
      wasAway.current = true;
      const timer = setInterval(() => {
        void client.refetchQueries({ queryKey: [sessionPath] });
      }, lookEveryMs);
      return () => clearInterval(timer);
    }
    if (wasAway.current) {
      wasAway.current = false;
      void client.invalidateQueries();
    }
    return undefined;
  }, [client, isReachable]);
}
