import { List, Text } from '@mantine/core';

import type { JobView } from '@leadbridge/contracts';

import { counted, inWords } from '../../parts/format.js';
import { Section } from '../../parts/section.js';
import { Read } from '../../parts/states.js';
import { roughDuration, usePlanCounts, type PlanCounts } from './plan-counts.js';

/** What a finished dry run found, before its rows. */
export function DryRunSummary({ job }: { readonly job: JobView }) {
  const isUndo = job.type === 'undo_import';
  const query = usePlanCounts(job.job_id);
  return (
    <Section title="Summary">
      <Text>
        {isUndo ? 'Nothing was undone yet.' : 'Nothing was written yet.'} This is what would happen:
      </Text>
      <Read query={query} what="the rows">
        {(counts) => (
          <List>
            {linesOf(counts, job).map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        )}
      </Read>
    </Section>
  );
}

const verbs: Readonly<Record<string, string>> = {
  created: 'to create',
  updated: 'to update',
  skipped: 'unchanged or skipped',
  preserved: 'left as they are',
  undone: 'to undo',
  kept: 'that stay',
  nothing_to_undo: 'with nothing to undo',
  added: 'to add',
  known: 'known already',
  failed: 'with errors',
};

function linesOf({ results, created, warned }: PlanCounts, job: JobView): readonly string[] {
  const noun = job.type === 'opt_out_list' ? 'row' : 'lead';
  const rows = Object.entries(results).map(
    ([result, count]) => `${counted(count, noun)} ${verbs[result] ?? inWords(result).toLowerCase()}`,
  );
  const records = [
    created.client === 0 ? [] : [`${counted(created.client, 'client')} to create`],
    created.contact === 0 ? [] : [`${counted(created.contact, 'contact')} to create`],
    created.ticket === 0 ? [] : [`${counted(created.ticket, 'ticket')} to create`],
    warned === 0 ? [] : [`${counted(warned, 'row')} with something left out`],
  ].flat();
  const { psa_requests: requests, estimated_seconds: seconds } = job;
  const cost =
    requests === undefined
      ? []
      : [
          `About ${counted(requests, 'request')} to the PSA${seconds === undefined ? '' : `, ${roughDuration(seconds)}`}`,
        ];
  return [...rows, ...records, ...cost];
}
