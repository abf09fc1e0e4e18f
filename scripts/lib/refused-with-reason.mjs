/** Requests that fit the document and are refused all the same: the field that the refusal names, and why no schema says it. */
const refusedWithReason = [
  [/^cursor$/u, 'A cursor is one that the same list has returned, and stands in the place of a page.'],
  [
    /(?:^|_)(?:date|since|from|to|at|until|before)$/u,
    'A day or a time must exist, and a period must not end before it begins.',
  ],
  [/^source$/u, 'Sources are configured, and change while the service runs; beside CSV the query names it.'],
  [/^status$/u, 'Which transitions are allowed depends on the state of the record.'],
  [/^(?:type|job_id)$/u, 'Which jobs can be undone or committed depends on what they did.'],
  [
    /^(?:providers|status_ids)\.|^psa\.base_url$/u,
    'A new provider needs a kind, names and ids are of one thing alone, and the PSA is set where the service is.',
  ],
  [/password$/u, 'A password must not be one that is easily guessed.'],
  [/(?:^|[_.])(?:id|value|fit_score)$/u, 'A number must be one that JSON readers agree on (below 2^53).'],
  [
    /^(?:email|phone|company|body)$/u,
    'An address or number must be one; a person is named by one thing or another.',
  ],
  [/^data(?:\.|$)|^leads\./u, 'A lead must say whose it is; the import reads more than a schema tells.'],
  [/^interval$/u, 'A history has no more than 400 points: hours need a shorter period than the usual one.'],
  [/^(?:url|timestamp)$/u, 'An address must be a public one, a time near now.'],
];

/** Why a refusal is meant so; null where nobody has said it. */
export function reasonOf(field) {
  return refusedWithReason.find(([pattern]) => pattern.test(field))?.[1] ?? null;
}
