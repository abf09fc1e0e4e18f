/** What to do about an entry of the error log, by its code. */
const adviceByCode: Readonly<Record<string, string>> = {
  DO_NOT_CONTACT_NOT_MARKED: 'Tick CF_105 on the ticket in the PSA by hand.',
  EXTERNAL_API_ERROR: 'Check whether the PSA is up, then retry the job.',
  PSA_UNAVAILABLE: 'Check whether the PSA is up, then retry the job.',
  PSA_REFUSED: 'The PSA rejects a value: correct it, then retry the job.',
  DUPLICATE_IN_REQUEST: 'Nothing: the first of the rows counts. The results of the job show them.',
  EXTERNAL_ID_IN_USE: 'Tell the sender: two people have the same ID of the source.',
  FIELD_DROPPED: 'Check the field in the PSA: its permissions, its type, and the ticket types that have it.',
  ILLEGAL_TRANSITION:
    'If someone changed the status of the ticket in the PSA, change it back there or change the record here. Otherwise tell the sender which transitions are allowed.',
  INSUFFICIENT_DATA: 'Tell the sender: the results of the job show the rows and what they lack.',
  INTERNAL_ERROR: 'Search the logs for the request ID.',
  LIST_MISSING: 'Create the list in the PSA, or change its name under Settings.',
  LIST_REFUSED: 'Check the list in the PSA: it rejects tickets.',
  NOTE_REFUSED: 'Add the note to the ticket in the PSA by hand.',
  OPPORTUNITY_LOST: 'The PSA was restored from a backup: enter the opportunity there by hand.',
  STATUS_KEPT_IN_PSA: 'Decide which status is right, and set it in the PSA or here.',
  STATUS_NOT_IN_PSA: 'Create the status in the PSA, or set its ID under Settings.',
  STATUS_UNKNOWN: 'If the status stands for one of the lifecycle, set its ID under Settings.',
  SUPPRESSION_FAILED: 'Ask the provider, then try again under Opt-outs.',
  TICKET_LOST: 'The PSA was restored from a backup: import the lead again, which creates a new ticket.',
  TICKET_NOT_FOUND: 'The ticket was deleted in the PSA: nothing more happens to the lead.',
  UNKNOWN_LEAD_SOURCE: 'Correct CF_101 on the ticket, then try again under Opt-outs.',
  VALIDATION_ERROR: 'Tell the sender: the results of the job show the rows and what is wrong.',
  WEBHOOK_DELIVERY_FAILED: 'Tell the receiver, then replay the events under Webhooks.',
  WEBHOOK_SWITCHED_OFF: 'Tell the receiver, then switch it on under Webhooks.',
};

export function adviceFor(errorCode: string): string {
  return adviceByCode[errorCode] ?? 'Search the logs for the request or job ID.';
}
