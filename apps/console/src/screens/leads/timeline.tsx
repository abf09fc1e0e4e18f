import { Text } from '@mantine/core';

import type { TimelineResponse } from '@leadbridge/contracts';

import { usePages } from '../../api/hooks.js';
import { To } from '../../parts/links.js';
import { ShowMore } from '../../parts/list-screen.js';
import { Section } from '../../parts/section.js';
import { Empty, Read } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { timelineSentence } from './timeline-sentence.js';

const entriesPerPage = 50;

/** Everything that has happened to a lead, newest first, in sentences. */
export function Timeline({ leadId }: { readonly leadId: number }) {
  const list = usePages<TimelineResponse>(`/leads/${leadId}/timeline`, {}, entriesPerPage);
  return (
    <Section title="Timeline">
      <Read query={list} what="the timeline">
        {({ pages }) => <Feed entries={pages.flatMap(({ timeline }) => timeline)} />}
      </Read>
      <ShowMore list={list} />
    </Section>
  );
}

function Feed({ entries }: { readonly entries: TimelineResponse['timeline'] }) {
  return entries.length === 0 ? (
    <Empty>Nothing has happened yet.</Empty>
  ) : (
    <ul className="feed">
      {entries.map((entry) => (
        <li key={entry.entry_id}>
          <Text component="span">{timelineSentence(entry)}</Text>{' '}
          <Text component="span" size="sm" c="dimmed">
            <Time iso={entry.at} />
          </Text>{' '}
          {entry.job_id === null ? null : (
            <Text component="span" size="sm">
              <To path={`/jobs/${entry.job_id}`}>Job</To>
            </Text>
          )}
        </li>
      ))}
    </ul>
  );
}
