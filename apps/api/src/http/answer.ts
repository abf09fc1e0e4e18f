import type { AppError } from '@leadbridge/platform';

/** Names the job of a response, so that a caller who waited can read its rows, or retry failed ones. */
export const jobIdHeader = 'X-Job-Id';

/** The response of a route. */
export interface Answer {
  readonly status: number;
  /** Serialized as JSON; undefined for none. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /**
   * A failed job's error, sent in the envelope; part of the answer so that a retry of the request gets the
   * same.
   */
  readonly error?: AppError;
  /** The finished job from which this answer can be built again. */
  readonly jobId?: string;
  readonly stream?: AnswerStream;
}

/** A body that is sent piece by piece, as fast as the caller reads it. */
export interface AnswerStream {
  /** Including its charset. */
  readonly mediaType: string;
  readonly chunks: AsyncIterable<string>;
}

export function ok(body: unknown): Answer {
  return { status: 200, body };
}
