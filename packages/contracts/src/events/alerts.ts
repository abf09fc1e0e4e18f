/** What the service tells by itself when it needs a person, with what it means for whoever reads it. */
export const alertMeanings = {
  psa_failing: 'Imports, transitions and opt-outs wait and are repeated; nothing is lost.',
  psa_credentials_refused:
    'Nothing can be read from or written to the PSA until its OAuth client is accepted again. Jobs wait; nothing is lost.',
  mapping_missing:
    'Jobs that need the PSA wait until it has these types, statuses and fields under the names that are set.',
  no_worker: 'Jobs are accepted and stored, and none is processed. Events wait too.',
  jobs_waiting: 'Callers get 202, and their tickets come late.',
  bulk_failures: 'The leads of the failed rows are not in the PSA. The results of the job say why.',
  opt_out_not_taken:
    'The provider may still deliver people who opted out. They are not imported: an opt-out blocks imports in any case.',
  webhook_switched_off:
    'The system behind this webhook receives no events until the webhook is switched on again.',
  events_not_delivered: 'Other systems are not told what happens. The events are kept, and sent later.',
  reconciliation_findings: 'The PSA and the records differ. Each finding offers remedies.',
  mirror_stale:
    'Tickets are still read live before they are changed, but a bulk import may miss a new name of a contact or client.',
} as const;

export type AlertName = keyof typeof alertMeanings;

export const alertNames = Object.keys(alertMeanings) as readonly AlertName[];

/** They happen once, and have no end. */
export const singleAlerts: ReadonlySet<AlertName> = new Set<AlertName>([
  'bulk_failures',
  'reconciliation_findings',
]);

/** The `data` of both events, besides `occurred_at`. Without personal data. */
export interface AlertData {
  readonly alert: AlertName;
  /**
   * `psa`, `workers`, `jobs`, `mirror`, `mapping`, `reconciliation`, a source, a provider, or the id of a
   * webhook.
   */
  readonly subject: string;
  /** ISO 8601. */
  readonly since: string;
  /** What is the matter, in one sentence. */
  readonly summary: string;
  readonly meaning: string;
  readonly runbook_url: string;
  /** Only of `alert.resolved`. */
  readonly resolved_at?: string;
}
