import { jobParams, streamQuery } from '@leadbridge/contracts';

import { defineRoute } from '../../pipeline/route.js';
import { isFinished } from '../../pipeline/wait-for-job.js';
import { jobEvents, lastEventId } from '../../presenters/job-events.js';
import { eventStream, eventStreamHeaders } from '../../presenters/server-event.js';
import { findJob } from './find-job.js';

export const streamJobEvents = defineRoute({
  method: 'get',
  path: '/jobs/:job_id/events',
  permission: 'data.view.readonly',
  summary: 'Stream the progress of a job as server-sent events',
  description:
    'Sends an event `progress` at most once a second while the job runs, and one event `finished` at its end. Each contains the job as in the list.',
  tags: ['Jobs'],
  request: { params: jobParams, query: streamQuery('Default: when the job ends.') },
  responses: {
    200: { description: 'The events.', schema: null, mediaTypes: ['text/event-stream'] },
    204: {
      description: 'The client has reconnected after the event `finished`: there is nothing more to read.',
      schema: null,
    },
  },
  errors: [404],
  handler: async ({ params, query: { seconds }, headers, credential, callerNow, services }) => {
    const record = await findJob(services, params.job_id);
    // An EventSource reconnects whenever a stream ends; only a 204 makes it stop.
    if (isFinished(record.status) && headers['last-event-id'] === lastEventId) {
      return { status: 204 };
    }
    return {
      status: 200,
      headers: eventStreamHeaders,
      stream: {
        mediaType: eventStream,
        chunks: jobEvents(record, services, { credential, callerNow, seconds }),
      },
    };
  },
});
