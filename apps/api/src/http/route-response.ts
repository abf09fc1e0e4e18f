import type { AppError } from '@leadbridge/platform';

/** Names the job of a response, so that a caller who waited can read its rows, or retry failed ones. */
export const jobIdHeader = 'X-Job-Id';

export interface RouteResponse {
  readonly status: number;
  /** Serialized as JSON; undefined for none. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** A failed job's error, sent in the envelope; kept with the response, so that a retry gets the same. */
  readonly error?: AppError;
  /** The finished job from which this response can be built again. */
  readonly jobId?: string;
  readonly stream?: ResponseStream;
}

/** A body that is sent piece by piece, as fast as the caller reads it. */
export interface ResponseStream {
  /** Including its charset. */
  readonly mediaType: string;
  readonly chunks: AsyncIterable<string>;
}

export function ok(body: unknown): RouteResponse {
  return { status: 200, body };
}
