import { Alert } from '@mantine/core';
import { useEffect } from 'react';

import { Loading } from '../parts/states.js';
import { destinationOf } from '../session/destination.js';
import { refusalIn } from '../session/sign-in-words.js';

/** The address of the sign-in, for somebody who is signed in: goes on to where they wanted to go. */
export function LeadOn() {
  const refusal = refusalIn(location.search);
  useEffect(() => {
    if (refusal === null) {
      location.replace(destinationOf(location.search));
    }
  }, [refusal]);
  return refusal === null ? (
    <Loading what="the page" />
  ) : (
    <Alert color="red" role="alert" title="You are still signed in as before">
      {refusal}
    </Alert>
  );
}
