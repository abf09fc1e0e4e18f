import type { operations } from './generated/schema.js';
import { LeadbridgeError } from './leadbridge-error.js';
import { pause, type Sleep } from './pause.js';
import { readEvents } from './read-events.js';
import type { ServerEvent } from './server-events.js';
import { createStreamTransport } from './transport.js';
import { userAgentHeader } from './user-agent.js';

/** The kinds of records whose changes are reported; later versions may add more. */
export type ChangeKind =
  | 'jobs'
  | 'suppressions'
  | 'webhooks'
  | 'deliveries'
  | 'errors'
  | 'mirror'
  | 'reconciliations'
  | 'psa_budget'
  | 'config';

type Health = operations['getHealth']['responses'][200]['content']['application/json'];

/** `lost`: the connection is lost, and reopened with growing pauses; changes in between are reported afterwards. */
export type Change =
  | {
      readonly name: 'changed';
      readonly id: string;
      readonly kinds: readonly ChangeKind[];
      /** False while the service gets no changes from MongoDB; it then names every kind every two minutes. */
      readonly live: boolean;
    }
  | { readonly name: 'health'; readonly health: Health }
  | { readonly name: 'lost'; readonly error: unknown };

export interface ChangesSettings {
  readonly url: string;
  /** Not needed by a page of the service's own origin, which sends the session cookie. */
  readonly apiKey?: string | undefined;
  /** Names the program in the logs of the service; `leadbridge-client/<version>` by default. Browsers send their own name. */
  readonly userAgent?: string | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The id of the last event that was read: changes since then come first. */
  readonly after?: string | undefined;
}

type Events = (lastEventId: string | undefined) => AsyncIterable<ServerEvent>;

/** The longest time that the service keeps a stream open. */
const streamPath = '/api/v1/changes?seconds=300';
/** A longer pause is reported as a lost connection, because somebody may be watching. */
const maxWaitSeconds = 10;

const firstPauseMs = 1_000;
const maxPauseMs = 60_000;
const refusals: readonly unknown[] = [401, 403, 404];

/**
 * Yields the changes in the service, for as long as they are read.
 *
 * @throws LeadbridgeError if the service refuses the stream (401, 403, 404); the signal's reason
 */
export function watchChanges(settings: ChangesSettings): AsyncGenerator<Change, void, undefined> {
  const { url, apiKey, userAgent, signal, after } = settings;
  const { fetch = async (request) => globalThis.fetch(request) } = settings;
  const open = createStreamTransport({ fetch, maxWaitSeconds });
  const events: Events = (lastEventId) => {
    const headers = {
      accept: 'text/event-stream',
      ...userAgentHeader(userAgent),
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    };
    return readEvents(
      open,
      (ending) => new Request(new URL(streamPath, url), { headers, signal: ending, redirect: 'manual' }),
      signal,
    );
  };
  return followStreams(events, { after, signal });
}

export async function* followStreams(
  events: Events,
  {
    after,
    signal,
    sleep = pause,
    random = Math.random,
  }: Pick<ChangesSettings, 'after' | 'signal'> & { readonly sleep?: Sleep; readonly random?: () => number },
): AsyncGenerator<Change, void, undefined> {
  let lastEventId = after;
  let pauseMs = firstPauseMs;
  for (;;) {
    try {
      for await (const event of events(lastEventId)) {
        pauseMs = firstPauseMs;
        lastEventId = event.id === '' ? lastEventId : event.id;
        yield* changeOf(event);
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof LeadbridgeError && refusals.includes(error.status)) {
        throw error;
      }
      yield { name: 'lost', error };
    }
    // Random, so that not all clients reconnect at once after a restart of the service.
    await sleep(pauseMs * (0.5 + random() / 2), signal);
    pauseMs = Math.min(maxPauseMs, pauseMs * 2);
  }
}

function changeOf({ name, id, data }: ServerEvent): Change[] {
  switch (name) {
    case 'changed':
      return [{ name, id, ...(JSON.parse(data) as { kinds: ChangeKind[]; live: boolean }) }];
    case 'health':
      return [{ name, health: JSON.parse(data) as Health }];
    default:
      return [];
  }
}
