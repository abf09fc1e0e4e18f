import { useCallback, useState } from 'react';

import { messageOf } from '../parts/message-of.js';
import { codeRequestOf, type CodeRequest } from './code-request.js';

/**
 * Sends what proves who somebody is, and tells which second factor the service asks for.
 *
 * @param send throws LeadbridgeError where the service refuses, or asks for a code; the same function at each rendering
 */
export function useCredentials<T>(send: (credentials: T) => Promise<void>) {
  const [factor, setFactor] = useState<CodeRequest | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = useCallback(
    async (credentials: T): Promise<void> => {
      setBusy(true);
      setProblem(null);
      try {
        await send(credentials);
      } catch (error) {
        const asked = codeRequestOf(error);
        setFactor((before) => asked ?? before);
        setProblem(asked === null && error instanceof Error ? messageOf(error) : null);
      } finally {
        setBusy(false);
      }
    },
    [send],
  );

  return { submit, factor, problem, busy };
}
