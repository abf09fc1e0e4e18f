import type { ServiceContext } from '../compose.js';
import type { JobView } from '../follow-job.js';

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** A job that has completed, as the service shows it. */
export function jobView(changes: Partial<JobView> = {}): JobView {
  return {
    job_id: 'job_1',
    type: 'erasure',
    status: 'completed',
    progress: { total: 1, processed: 1, successful: 1, failed: 0, not_processed: 0 },
    result: {},
    error: null,
    parent_job_id: null,
    requested_by: 'key_1',
    created_at: '2026-01-31T09:00:00.000Z',
    started_at: null,
    finished_at: null,
    estimated_finish_at: null,
    waiting_for: null,
    ...changes,
  };
}

/** A service with the given response for each `METHOD path`, whose jobs send `progress` while they are watched. */
export function fakeService(
  responses: Readonly<Record<string, unknown>>,
  { progress = [jobView()], jobId = 'job_1' }: { progress?: readonly JobView[]; jobId?: string } = {},
) {
  const sent: Sent[] = [];
  const results: string[] = [];
  const notes: string[] = [];
  const bars: string[] = [];
  let onInterrupt: (() => string) | null = null;
  const call = (method: Sent['method']) => async (path: string, options: Sent['options']) => {
    sent.push({ method, path, options });
    return Promise.resolve({
      data: responses[`${method} ${path}`],
      response: new Response(null, { headers: { 'x-job-id': jobId } }),
    });
  };
  const context = {
    api: {
      GET: call('GET'),
      POST: call('POST'),
      jobs: {
        async *watch() {
          yield* await Promise.resolve(progress);
        },
      },
    },
    terminal: {
      result: (line: string) => void results.push(line),
      note: (line: string) => void notes.push(line),
      progress: () => ({
        update: (done: number, note: string) => void bars.push(`${done} ${note}`.trim()),
        end: () => void bars.push('end'),
      }),
      onInterrupt: (say: () => string) => {
        onInterrupt = say;
        return () => {
          onInterrupt = null;
        };
      },
    },
  } as unknown as ServiceContext;
  return { context, sent, results, notes, bars, interrupted: () => onInterrupt?.() ?? null };
}
