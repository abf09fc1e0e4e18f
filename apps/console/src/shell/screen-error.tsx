import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';

import { PartMissing } from '../api/part.js';
import { ErrorState } from '../parts/states.js';

/** A fault of a screen. If the screen itself is missing, the page is loaded again, once, as a newer version of the service has another. */
export function ScreenError({ error }: ErrorComponentProps) {
  useEffect(() => {
    const key = error instanceof PartMissing ? `loaded-again-for ${String(error.cause)}` : null;
    if (key !== null && sessionStorage.getItem(key) === null) {
      sessionStorage.setItem(key, 'yes');
      location.reload();
    }
  }, [error]);
  return (
    <ErrorState
      error={error instanceof Error ? error : new Error(String(error))}
      retry={() => {
        location.reload();
      }}
    />
  );
}
