/**
 * Of a query that asks by a POST, such as for a dry run, or that reads what cannot change: no change in the service, no return to the page
 * and no other write repeats it. What failed is asked again.
 */
export const askedOnce = { staleTime: 'static' } as const;

/** A dry run, which is made anew where it is shown anew. */
export const dryRunOnce = { ...askedOnce, gcTime: 0, retry: false } as const;
