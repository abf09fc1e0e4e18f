import { describe, expect, it } from '@jest/globals';
import type { ImportProgress } from '@leadbridge/client';

import type { JobView } from '../follow-job.js';
import { displayParts } from './parts-display.js';

/** A terminal at which Ctrl-C can be pressed at any moment: it returns what everybody who listens says. */
function terminalOf() {
  const listeners = new Set<() => string>();
  return {
    pressed: () => [...listeners].map((say) => say()).join('\n'),
    terminal: {
      result: () => undefined,
      note: () => undefined,
      progress: () => ({ update: () => undefined, end: () => undefined }),
      confirm: async () => Promise.resolve(null),
      onInterrupt: (say: () => string) => {
        listeners.add(say);
        return () => listeners.delete(say);
      },
    },
  };
}

const finished: JobView = {
  job_id: 'job_1',
  type: 'bulk_import',
  status: 'completed',
  progress: { total: 2, processed: 2, successful: 2, failed: 0, not_processed: 0 },
  waiting_for: null,
  estimated_finish_at: null,
  error: null,
} as JobView;

function progressOf(stage: ImportProgress['stage'], job: JobView | null): ImportProgress {
  const counts = { accepted: 2, processed: 0, successful: 0, failed: 0, notProcessed: 0 };
  return { stage, job, jobId: 'job_1', firstRow: 0, rows: 2, replayed: false, ...counts };
}

/** What is said at each moment of an import of three leads, of which two are in the first part. */
function saidDuring(how: { again?: boolean; dryRun?: boolean }): string[] {
  const { terminal, pressed } = terminalOf();
  const display = displayParts(terminal, 'leads.csv', how);
  const moments = [
    () => display.read({ rowOf: (place) => place + 2 }, 3),
    () => display.sending(0),
    () => display.show(progressOf('accepted', null)),
    () => display.show(progressOf('finished', finished)),
    () => display.end(),
  ];
  return moments.map((moment) => {
    moment();
    return pressed();
  });
}

describe('Ctrl-C during an import says what was sent, and how to come back', () => {
  it('before, while and after a part is sent', () => {
    expect(saidDuring({})).toEqual([
      'Nothing of leads.csv was sent. To import it, run the same command again',
      expect.stringMatching(
        /^The part from row 2 on was being sent and may have been accepted\. Run the same command/u,
      ),
      expect.stringMatching(
        /^The job job_1 runs in the background.*leadbridge job watch job_1\nNothing after row 3 was sent/su,
      ),
      expect.stringMatching(/^The rows up to 3 were worked on\. Run the same command again/u),
      '',
    ]);
  });

  it('and does not advise to run a command again that would import twice', () => {
    const said = saidDuring({ again: true }).slice(1);
    expect(said.join('\n')).not.toMatch(/run the same command/iu);
    expect(said[0]).toMatch(/leadbridge job list --type bulk_import/u);
  });
});
