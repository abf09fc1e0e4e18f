import { useEffect, useRef, type ReactNode } from 'react';

/** A form that is sent by us and not by the browser; after a refusal, the first field at fault has the focus. */
export function Form({
  onSubmit,
  error = null,
  children,
}: {
  readonly onSubmit: () => void;
  readonly error?: Error | null;
  readonly children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error !== null) {
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    }
  }, [error]);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
