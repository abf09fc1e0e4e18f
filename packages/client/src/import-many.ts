import type { ApiMethods } from './api-methods.js';
import { chunkRows, type Chunk } from './chunk-rows.js';
import type { components } from './generated/schema.js';
import { nameLeads } from './name-leads.js';
import { newIdempotencyKey } from './new-idempotency-key.js';
import type { Transport } from './transport.js';
import type { Job, WatchJob } from './watch-job.js';

type LeadInput = components['schemas']['LeadInput'];
type JobRow = components['schemas']['JobRow'];

export interface LeadChunk {
  /** The running index of its first row. */
  readonly firstRow: number;
  /** What is sent. */
  readonly body: string;
}

/** The progress of an import; the counts include all chunks. */
export interface ImportProgress {
  readonly stage: 'accepted' | 'running' | 'finished';
  /** The job of the current chunk; null when the chunk has just been accepted. */
  readonly job: Job | null;
  readonly jobId: string;
  readonly firstRow: number;
  /** Of this chunk. */
  readonly rows: number;
  /** True if the same chunk was sent before with the same key: its job is shown, and nothing is imported twice. */
  readonly replayed: boolean;
  readonly accepted: number;
  readonly processed: number;
  readonly successful: number;
  readonly failed: number;
  /** Rows that a job did not reach because it was cancelled or stopped at its first failure. */
  readonly notProcessed: number;
}

export interface ImportManyOptions {
  readonly options?: components['schemas']['ImportOptions'] | undefined;
  readonly batchOptions?: components['schemas']['BatchOptions'] | undefined;
  /**
   * Each chunk has a key. A text is the prefix of all keys, a function returns each. With the same keys and rows, a run within 24 hours
   * continues an interrupted one. New keys by default.
   */
  readonly idempotencyKey?: string | ((chunk: LeadChunk) => string | Promise<string>) | undefined;
  /**
   * The row of a lead in its file, by its running index: results and suggestions of the service name it. By default the first lead is
   * row 1.
   */
  readonly rowOf?: ((index: number) => number) | undefined;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
  /** Stops before the next request; the current job continues (`POST /jobs/{job_id}/cancel` stops it). */
  readonly signal?: AbortSignal | undefined;
  /** As of the client, for the bulk imports; 3,600 by default, because their limit is per hour. */
  readonly maxWaitSeconds?: number | undefined;
}

/** The result of one row; `success` is null if its job ended before the row. */
export interface ImportRowResult<Row = LeadInput> extends Omit<JobRow, 'index'> {
  /** The running index of the row, from 0. */
  readonly row: number;
  readonly input: Row;
  readonly jobId: string;
}

/**
 * Imports any number of leads in sequential requests of up to 10,000 rows or 10 MiB; rows are read from the iterable as they are sent.
 * Every row has a result, in order; a failed row does not stop the others.
 *
 * @param source a configured source, which says how the rows are read
 * @throws LeadbridgeError for a request that is refused, or the signal's reason
 */
export type ImportMany = <Row extends LeadInput>(
  source: string,
  rows: Iterable<Row> | AsyncIterable<Row>,
  options?: ImportManyOptions,
) => AsyncGenerator<ImportRowResult<Row>, void, undefined>;

interface Deps {
  readonly api: ApiMethods;
  readonly watch: WatchJob;
  readonly bulkTransport: (maxWaitSeconds: number) => Transport;
}

/** The limits of one request, with room for the rest of the body: the settings, and the row of each lead. */
const limits = { rows: 10_000, bytes: 10 * 1024 * 1024 - 192 * 1024 };
const resultsPerPage = 1_000;

export function importMany(deps: Deps): ImportMany {
  return async function* importRows(source, rows, options = {}) {
    const { signal } = options;
    const own = { ...options, keyOf: keyOf(options.idempotencyKey) };
    let accepted = 0;
    let totals = { processed: 0, successful: 0, failed: 0, notProcessed: 0 };
    for await (const chunk of chunkRows(rows, limits)) {
      signal?.throwIfAborted();
      const firstRow = accepted;
      const sent = await send(deps, source, chunk, firstRow, own);
      accepted += chunk.rows.length;
      const before = totals;
      const report = (stage: ImportProgress['stage'], job: Job | null): void => {
        totals = added(before, job);
        options.onProgress?.({ stage, job, ...sent, firstRow, rows: chunk.rows.length, accepted, ...totals });
      };
      report('accepted', null);
      for await (const job of deps.watch(sent.jobId, { signal })) {
        report(job.finished_at === null ? 'running' : 'finished', job);
      }
      yield* resultsOf(deps.api, sent.jobId, chunk.rows, firstRow, signal);
    }
  };
}

async function send(
  { api, bulkTransport }: Deps,
  source: string,
  chunk: Chunk<unknown>,
  firstRow: number,
  options: ImportManyOptions & { readonly keyOf: (chunk: LeadChunk) => string | Promise<string> },
): Promise<{ readonly jobId: string; readonly replayed: boolean }> {
  const { signal, maxWaitSeconds = 3_600, rowOf } = options;
  const head = JSON.stringify({ source, options: options.options, batch_options: options.batchOptions });
  const places = chunk.rows.map((_, index) => firstRow + index);
  // Without them, the service counts the rows of each chunk from 1.
  const rows = rowOf === undefined && firstRow === 0 ? null : places.map(rowOf ?? ((place) => place + 1));
  const tail = rows === null ? '' : `,"rows":${JSON.stringify(rows)}`;
  const body = `${head.slice(0, -1)},"leads":[${chunk.json.join(',')}]${tail}}`;
  const { data, response } = await api.POST('/sync/leads/bulk', {
    params: {
      header: { 'Idempotency-Key': await options.keyOf({ firstRow, body }), Prefer: 'respond-async' },
    },
    body,
    fetch: bulkTransport(maxWaitSeconds),
    ...(signal && { signal }),
  });
  const jobId = 'job_id' in data ? data.job_id : (response.headers.get('x-job-id') ?? '');
  return { jobId, replayed: response.headers.get('idempotency-replayed') === 'true' };
}

async function* resultsOf<Row>(
  api: ApiMethods,
  jobId: string,
  rows: readonly Row[],
  firstRow: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<ImportRowResult<Row>> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { data } = await api.GET('/jobs/{job_id}/results', {
      params: {
        path: { job_id: jobId },
        query: { limit: resultsPerPage, ...(cursor && { cursor }) },
      },
      ...(signal && { signal }),
    });
    for (const { index, ...result } of data.results) {
      const input = rows[index];
      if (input !== undefined) {
        const { suggestion } = result;
        yield {
          ...result,
          ...(suggestion && {
            suggestion: nameLeads(suggestion, (each) => `with index ${firstRow + each}`),
          }),
          row: firstRow + index,
          input,
          jobId,
        };
      }
    }
    cursor = data.pagination.next_cursor;
  }
}

type Counts = Pick<ImportProgress, 'processed' | 'successful' | 'failed' | 'notProcessed'>;

function added(before: Counts, job: Job | null): Counts {
  const { processed = 0, successful = 0, failed = 0, not_processed: notProcessed = 0 } = job?.progress ?? {};
  return {
    processed: before.processed + processed,
    successful: before.successful + successful,
    failed: before.failed + failed,
    notProcessed: before.notProcessed + notProcessed,
  };
}

function keyOf(given: ImportManyOptions['idempotencyKey']): (chunk: LeadChunk) => string | Promise<string> {
  if (typeof given === 'function') {
    return given;
  }
  const prefix = given ?? newIdempotencyKey();
  return ({ firstRow }) => `${prefix}-${firstRow}`;
}
