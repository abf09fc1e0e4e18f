/** What an operator does about an entry of the error log, by its code. */
const adviceByCode: Readonly<Record<string, string>> = {
  DO_NOT_CONTACT_NOT_MARKED: 'Tick CF_105 on the ticket in the PSA by hand.',
  EXTERNAL_API_ERROR: 'Look whether the PSA is up; then POST /jobs/{id}/retry.',
  PSA_UNAVAILABLE: 'Look whether the PSA is up; then POST /jobs/{id}/retry.',
  PSA_REFUSED: 'The PSA does not take a value: correct it, then retry the job.',
  DUPLICATE_IN_REQUEST: 'Nothing: the first of the rows counts. GET /jobs/{id}/results names them.',
  EXTERNAL_ID_IN_USE: 'Tell whoever sent it: one id of a source stands for two people.',
  FIELD_DROPPED: 'Look at the field in the PSA: its rights, its kind, the ticket types that have it.',
  ILLEGAL_TRANSITION:
    'Moved by people in the PSA: put the ticket back, or move it through the API. Asked for by a caller: tell them which moves there are.',
  INSUFFICIENT_DATA: 'Tell whoever sent it: GET /jobs/{id}/results names the rows and what they lack.',
  INTERNAL_ERROR: 'Look up the request id in the logs.',
  LIST_MISSING: 'Create the list in the PSA, or change its name in /config.',
  LIST_REFUSED: 'Look at the list in the PSA: it does not take tickets.',
  NOTE_REFUSED: 'Add the note to the ticket in the PSA by hand.',
  OPPORTUNITY_LOST: 'The PSA was restored from a backup: enter the opportunity there by hand.',
  STATUS_NOT_IN_PSA: 'Create the status in the PSA, or set its id in /config.',
  STATUS_UNKNOWN: 'If the status stands for one of the lifecycle, set its id in /config.',
  SUPPRESSION_FAILED: 'Ask the provider; then POST /suppressions/{id}/retry.',
  TICKET_LOST: 'The PSA was restored from a backup: import the lead again, which gives it a new ticket.',
  TICKET_NOT_FOUND: 'The ticket was deleted in the PSA: nothing more happens to the lead.',
  UNKNOWN_LEAD_SOURCE: 'Correct CF_101 on the ticket, then POST /suppressions/{id}/retry.',
  VALIDATION_ERROR: 'Tell whoever sent it: GET /jobs/{id}/results names the rows and what is wrong.',
  WEBHOOK_DELIVERY_FAILED: 'Tell the receiver; then replay: POST /webhooks/{id}/replay.',
  WEBHOOK_SWITCHED_OFF: 'Tell the receiver; then switch it on: PATCH /webhooks/{id}.',
};

export function adviceFor(errorCode: string): string {
  return adviceByCode[errorCode] ?? 'Look up the request or job in the logs.';
}
