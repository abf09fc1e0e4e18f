import { Text } from '@mantine/core';

import type { TimelineAnswer, TimelineEntryView } from '@leadbridge/contracts';

import { inWords } from '../../parts/format.js';
import { To } from '../../parts/links.js';
import { ListScreen } from '../../parts/list-screen.js';
import { Time } from '../../parts/time.js';
import { detailLines } from './timeline-details.js';

/** Everything that has happened to a lead, newest first. */
export function Timeline({ leadId }: { readonly leadId: number }) {
  return (
    <ListScreen<TimelineEntryView, TimelineAnswer>
      title="Timeline"
      order={2}
      path={`/leads/${leadId}/timeline`}
      filters={[]}
      rowsOf={({ timeline }) => timeline}
      keyOf={({ entry_id: id }) => id}
      columns={[
        { name: 'When', show: ({ at }) => <Time iso={at} /> },
        {
          name: 'What',
          show: ({ kind, job_id: job }) =>
            job === null ? inWords(kind) : <To path={`/jobs/${job}`}>{inWords(kind)}</To>,
        },
        { name: 'By', show: ({ by }) => by ?? '–' },
        {
          name: 'Details',
          show: ({ details }) =>
            detailLines(details).map((line) => (
              <Text key={line} size="sm" style={{ overflowWrap: 'anywhere' }}>
                {line}
              </Text>
            )),
        },
      ]}
      empty="Nothing has happened yet."
    />
  );
}
