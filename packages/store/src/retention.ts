const day = 24 * 3_600;

/** Retention of finished jobs in seconds; they contain what was sent, and therefore personal data. */
export const jobRetentionSeconds = 30 * day;
/** Counted from the request, for a slow job from its end: longer than the job itself remains. */
export const rowRetentionSeconds = 31 * day;
/** Events and their deliveries, which cannot be sent again without the events. */
export const eventRetentionSeconds = 30 * day;
/** Samples of the PSA's budget, one a minute: the longest period that is drawn, plus a day. */
export const budgetSampleRetentionSeconds = 31 * day;
export const reconciliationRetentionSeconds = 90 * day;
