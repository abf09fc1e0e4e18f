import { Button, Group, Text } from '@mantine/core';

import type { TimelineResponse } from '@leadbridge/contracts';

import { usePages } from '../../api/hooks.js';
import { To } from '../../parts/links.js';
import { Section } from '../../parts/section.js';
import { Empty, ErrorState, Loading } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { timelineSentence } from './timeline-sentence.js';

const entriesPerPage = 50;

/** Everything that has happened to a lead, newest first, in sentences. */
export function Timeline({ leadId }: { readonly leadId: number }) {
  const list = usePages<TimelineResponse>(`/leads/${leadId}/timeline`, {}, entriesPerPage);
  const entries = list.data?.pages.flatMap(({ timeline }) => timeline) ?? [];
  return (
    <Section title="Timeline">
      {list.error === null ? null : <ErrorState error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && list.error === null ? <Loading what="the timeline" /> : null}
      {list.isSuccess && entries.length === 0 ? <Empty>Nothing has happened yet.</Empty> : null}
      <ul className="feed">
        {entries.map((entry) => (
          <li key={entry.entry_id}>
            <Text component="span">{timelineSentence(entry)}</Text>{' '}
            <Text component="span" size="sm" c="dimmed">
              <Time iso={entry.at} />
            </Text>
            {entry.job_id === null ? null : (
              <>
                {' '}
                <Text component="span" size="sm">
                  <To path={`/jobs/${entry.job_id}`}>Job</To>
                </Text>
              </>
            )}
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <Group>
          <Button
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        </Group>
      ) : null}
    </Section>
  );
}
