import { useParams } from '@tanstack/react-router';

/** A part of the address, by the name that the route gives it. */
export function useParam(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return params[name] ?? '';
}
