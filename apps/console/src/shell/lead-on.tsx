import { useEffect } from 'react';

import { Loading } from '../parts/states.js';
import { destinationOf } from '../session/destination.js';

/** The address of the sign-in, for somebody who is signed in: goes on to where they wanted to go. */
export function LeadOn() {
  useEffect(() => {
    location.replace(destinationOf(location.search, location.origin));
  }, []);
  return <Loading what="the page" />;
}
