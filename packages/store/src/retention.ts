const day = 24 * 3_600;

/** Retention of finished jobs in seconds; they hold what was sent, and so people's data. */
export const jobRetentionSeconds = 30 * day;
/** Rows and intents, from the request on: longer than the job, which counts from its end. The rows of a slower job count from its end too. */
export const rowRetentionSeconds = 31 * day;
/** Events, and their deliveries, which cannot be sent again without them. */
export const eventRetentionSeconds = 30 * day;
/** Samples of the PSA's budget, one a minute: the longest period that is drawn, and a day. */
export const budgetSampleRetentionSeconds = 31 * day;
/** Reconciliations and what they have found. */
export const reconciliationRetentionSeconds = 90 * day;
