import type { AppError } from '@leadbridge/platform';

/** Names the job of an answer, so that a caller who waited can ask for its rows, or retry those that failed. */
export const jobIdHeader = 'X-Job-Id';

/** What a route answers with. */
export interface Answer {
  readonly status: number;
  /** Serialised as JSON; undefined for none. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** A failed job's error, answered in the envelope; it stands here so that a repeat of the request can be told the same. */
  readonly error?: AppError;
  /** The finished job that tells this answer again whenever it is asked for. */
  readonly jobId?: string;
  readonly stream?: AnswerStream;
}

/** A body that is sent piece by piece, as fast as the caller takes it. */
export interface AnswerStream {
  /** With its charset. */
  readonly mediaType: string;
  readonly chunks: AsyncIterable<string>;
}

export function ok(body: unknown): Answer {
  return { status: 200, body };
}
