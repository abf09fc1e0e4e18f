import type { EventEmitter } from 'node:events';
import { type ClientRequest, Agent as HttpAgent, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import got, { RequestError } from 'got';

import { HttpFault, httpFault } from './http-fault.js';

export interface HttpClientSettings {
  /** For a whole request: DNS look-up, connection, sending, waiting and reading. */
  readonly timeoutMilliseconds: number;
  /** Maximum size of a response, decompressed. */
  readonly maximumResponseBytes: number;
  /** `keep` for callers to whom the status of a response says everything, even if its body is broken off. */
  readonly incompleteBody: 'keep' | 'fail';
  /** Resolves host names instead of the system; connections use its result. */
  readonly lookup?: LookupFunction;
  /** Maximum concurrent connections to one host; 64 by default. */
  readonly maximumSockets?: number;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged; its content type is in the headers. */
  readonly body?: string;
}

export interface HttpResponse {
  readonly status: number;
  readonly contentType: string;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** The Retry-After header as milliseconds from now, if it was sent and is valid. */
  readonly retryAfterMilliseconds: number | null;
  readonly body: string;
}

export type HttpClient = ReturnType<typeof createHttpClient>;

const userAgent = 'Leadbridge/1.0';
const connectMilliseconds = 10_000;
/** Servers close idle connections after five seconds: no write should use one that is being closed. */
const idleMilliseconds = 4_000;
const defaultMaximumSockets = 64;

/**
 * The only place that creates HTTP clients. Redirects are returned like other responses: following one would
 * send credentials and writes to an address that nobody configured. Nothing is retried here, because only the
 * caller knows whether a retry is safe.
 */
export function createHttpClient(settings: HttpClientSettings) {
  const { lookup, maximumSockets = defaultMaximumSockets } = settings;
  const agentOptions = {
    keepAlive: true,
    timeout: idleMilliseconds,
    maxSockets: maximumSockets,
    ...(lookup === undefined ? {} : { lookup }),
  };
  const agents = { http: new HttpAgent(agentOptions), https: new HttpsAgent(agentOptions) };
  const client = got.extend({
    agent: agents,
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
    timeout: {
      request: settings.timeoutMilliseconds,
      connect: Math.min(connectMilliseconds, settings.timeoutMilliseconds),
    },
    headers: { 'user-agent': userAgent },
  });

  return {
    /** Returns the response for every status; throws `HttpFault` if none arrived, or none that is complete. */
    async send(request: HttpRequest): Promise<HttpResponse> {
      const stream = client.stream(request.url, {
        method: request.method,
        headers: { ...request.headers },
        ...(request.body === undefined ? {} : { body: request.body }),
      });
      const isConnected = watchConnection(stream, request.url);
      refuseUpgrade(stream, httpFault(request, 'ERR_PROTOCOL_SWITCHED', true));
      const chunks: Uint8Array[] = [];
      let fault: HttpFault | null;
      try {
        const isWhole = await readInto(chunks, stream, settings.maximumResponseBytes);
        fault = isWhole ? null : httpFault(request, 'ERR_RESPONSE_TOO_LARGE', true);
      } catch (error) {
        const code = error instanceof RequestError ? error.code : 'ERR_REQUEST_FAILED';
        fault = error instanceof HttpFault ? error : httpFault(request, code, isConnected());
      } finally {
        stream.destroy();
      }
      const { response } = stream;
      if (fault !== null && (settings.incompleteBody === 'fail' || response === undefined)) {
        throw fault;
      }
      const { statusCode, headers } = response ?? { statusCode: 0, headers: {} };
      return {
        status: statusCode,
        contentType: headers['content-type'] ?? '',
        headers: readHeaders(headers),
        retryAfterMilliseconds: readRetryAfter(headers['retry-after']),
        body: new TextDecoder().decode(Buffer.concat(chunks)),
      };
    },
    close(): void {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function readHeaders(headers: IncomingHttpHeaders): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(headers).map(([name, value = '']) => [
      name,
      typeof value === 'string' ? value : value.join(', '),
    ]),
  );
}

/** @returns whether the request reached a connection; before that, nothing of it can have been applied */
function watchConnection(stream: EventEmitter, url: URL): () => boolean {
  let connected = false;
  stream.once('request', (sent: ClientRequest) => {
    sent.once('socket', (socket: Socket) => {
      // A reused socket is already connected, and keeps its listeners.
      if (!socket.connecting) {
        connected = true;
        return;
      }
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        connected = true;
      });
    });
  });
  return () => connected;
}

/** Node closes a request whose response is 101 without an error: the stream would never end, not even by its timeout. */
function refuseUpgrade(stream: Duplex, fault: HttpFault): void {
  stream.once('request', (sent: ClientRequest) => {
    sent.once('upgrade', (_response, socket) => {
      socket.destroy();
      stream.destroy(fault);
    });
  });
}

/** @returns whether that was the whole body, or else only as much of it as is allowed */
async function readInto(
  chunks: Uint8Array[],
  stream: AsyncIterable<Uint8Array>,
  maximumBytes: number,
): Promise<boolean> {
  let room = maximumBytes;
  for await (const chunk of stream) {
    chunks.push(chunk.subarray(0, room));
    if (chunk.length > room) {
      return false;
    }
    room -= chunk.length;
  }
  return true;
}

/** Seconds or an HTTP date (RFC 9110). */
function readRetryAfter(header: string | undefined): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}(\.\d{1,6})?$/.test(text)) {
    return Math.round(Number(text) * 1000);
  }
  const date = text === '' ? Number.NaN : Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}
