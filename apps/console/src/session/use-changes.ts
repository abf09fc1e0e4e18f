import { watchChanges } from '@leadbridge/client/changes';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { followChanges } from '../api/changes.js';
import { useSessionEnded } from './ended-session.js';
import { sessionPath } from './session.js';

/**
 * Keeps what is shown as it is in the service, while somebody may look: a browser has few connections to one service, and a hidden tab keeps
 * none.
 *
 * @returns whether changes are shown as they happen
 */
export function useChanges(): boolean {
  const client = useQueryClient();
  const hasEnded = useSessionEnded();
  const [isLive, setLive] = useState(true);

  useEffect(() => {
    if (hasEnded) {
      return undefined;
    }
    const followed = followChanges({
      client,
      watch: (options) => watchChanges({ url: location.origin, ...options }),
      onLive: setLive,
      onLost: () => void client.invalidateQueries({ queryKey: [sessionPath] }, { cancelRefetch: false }),
    });
    const look = (): void => {
      if (document.visibilityState === 'visible') {
        followed.start();
      } else {
        followed.pause();
      }
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      followed.pause();
    };
  }, [client, hasEnded]);

  return isLive;
}
