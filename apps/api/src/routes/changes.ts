import { streamQuery } from '@leadbridge/contracts';

import { route, type Route } from '../pipeline/route.js';
import { changeEvents } from '../presenters/change-events.js';
import { eventStream, eventStreamHeaders } from '../presenters/server-event.js';

/** Short for programs that read a response to its end before they use it. */
const defaultSeconds = 30;

export const changeRoutes: readonly Route[] = [
  route.get('/changes', {
    permission: 'data.view.readonly',
    summary: 'Stream changes in the service as server-sent events',
    description:
      'For screens, which read again what has changed and need not poll. An event `changed` (`{"kinds": ["jobs"], "live": true}`) names the kinds of records of which something was stored, among those that the caller may read: `jobs`, `suppressions`, `webhooks`, `deliveries`, `errors`, `mirror`, `reconciliations`, `psa_budget`. It names no record. While the database provides no change stream, `live` is false, and every kind is named every two minutes. An event `health` holds the response of `GET /health` whenever it has changed. Each comes at the beginning, and then at most once a second; where nothing changes, a comment comes every 15 seconds. The stream ends after `seconds`, with the session or the key, and when the process stops. Open it again with the `id` of the last event in `Last-Event-ID`: the changes that were missed are sent first. An open stream counts as one request; a credential can have 50 open at the same time.',
    request: { query: streamQuery(`${defaultSeconds} where it is left out.`) },
    responses: {
      200: { description: 'The events.', schema: null, mediaTypes: ['text/event-stream'] },
    },
    limits: ['stream'],
    handler: ({ query: { seconds = defaultSeconds }, headers, credential, callerNow, services }) => {
      const lastEventId = headers['last-event-id'];
      const reader = { credential, callerNow, seconds, lastEventId: lastEventId?.toString() };
      return {
        status: 200,
        headers: eventStreamHeaders,
        stream: { mediaType: eventStream, chunks: changeEvents(services, reader) },
      };
    },
  }),
];
