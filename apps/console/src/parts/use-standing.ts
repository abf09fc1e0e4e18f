import { useState } from 'react';

/** A fault, until what it was found in is changed: nobody has judged the change yet. */
export function useStanding<Fault>(fault: Fault, found: unknown): Fault | null {
  const [seen, setSeen] = useState({ fault, found });
  if (seen.fault !== fault) {
    setSeen({ fault, found });
  }
  return seen.found === found ? fault : null;
}
