/** Responses of the service, by operation id and status. */
export type ResponseExamples = Readonly<Record<string, Readonly<Record<number, unknown>>>>;

/** The response of every endpoint that starts a job whose work continues. */
export const acceptedJob = {
  job_id: 'job_0mwr14iul5b961f3085868612',
  status: 'queued',
  status_url: '/api/v1/jobs/job_0mwr14iul5b961f3085868612',
  waiting_for: { reason: 'queue', until: null },
};

export const onePage = { total: 1, page: 1, limit: 50, next_cursor: null };
