import { useEffect, useRef, type RefObject } from 'react';

/** After a refusal, puts the focus on the first field at fault. */
export function useFocusOnFault(error: Error | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error !== null) {
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    }
  }, [error]);
  return form;
}
