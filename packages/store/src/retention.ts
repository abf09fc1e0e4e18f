const day = 24 * 3_600;

/** Retention of finished jobs in seconds; they contain what was sent, and therefore personal data. */
export const jobRetentionSeconds = 30 * day;
/**
 * Rows and intents, counted from the request: longer than the job, whose retention starts at its end. The
 * rows of a slow job are counted from its end too.
 */
export const rowRetentionSeconds = 31 * day;
/** Events and their deliveries, which cannot be sent again without the events. */
export const eventRetentionSeconds = 30 * day;
/** Samples of the PSA's budget, one a minute: the longest period that is drawn, plus a day. */
export const budgetSampleRetentionSeconds = 31 * day;
/** Reconciliations and their findings. */
export const reconciliationRetentionSeconds = 90 * day;
