/** Who uses the budget of PSA requests, the most urgent first: on the ground of a chart. */
export const budgetLayers = [
  { priority: 'opt_out', name: 'Opt-outs', color: 'red-8' },
  { priority: 'lifecycle', name: 'Lifecycle', color: 'violet-7' },
  { priority: 'single', name: 'Single imports', color: 'blue-8' },
  { priority: 'bulk', name: 'Bulk imports', color: 'teal-7' },
  { priority: 'mirror', name: 'Mirror', color: 'gray-5' },
  { priority: 'others', name: 'Other clients of the PSA', color: 'orange-7' },
] as const;
