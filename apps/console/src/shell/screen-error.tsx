import type { ErrorComponentProps } from '@tanstack/react-router';

import { ErrorState } from '../parts/states.js';

/** A fault of a screen, such as a file of it that a newer version of the service has no more: reloading fixes that. */
export function ScreenError({ error }: ErrorComponentProps) {
  return (
    <ErrorState
      error={error instanceof Error ? error : new Error(String(error))}
      retry={() => {
        location.reload();
      }}
    />
  );
}
