import { Button } from '@mantine/core';

import type { SessionListResponse } from '@leadbridge/contracts';

import { useRead, useWrite } from '../../api/hooks.js';
import { DataTable } from '../../parts/data-table.js';
import { Section } from '../../parts/section.js';
import { ErrorState, Read } from '../../parts/states.js';
import { Time } from '../../parts/time.js';

/** Where the person is signed in; each but this one can be ended here. */
export function Sessions() {
  const query = useRead<SessionListResponse>('/auth/sessions');
  const end = useWrite<void>(['/auth/sessions']);
  return (
    <Section title="Where you are signed in">
      <ErrorState error={end.error} />
      <Read query={query} what="your sessions">
        {({ sessions }) => (
          <DataTable
            label="Sessions"
            minWidth={480}
            rows={sessions}
            keyOf={({ id }) => id}
            columns={[
              { name: 'From', show: ({ address }) => address ?? 'unknown' },
              { name: 'Signed in', show: ({ created_at: at }) => <Time iso={at} /> },
              { name: 'Last seen', show: ({ last_seen_at: at }) => <Time iso={at} /> },
              {
                name: 'End',
                show: ({ id, address, current }) =>
                  current ? (
                    'This one'
                  ) : (
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`End the session from ${address ?? 'an unknown address'}`}
                      loading={end.isPending}
                      onClick={() => end.mutate({ method: 'DELETE', path: `/auth/sessions/${id}` })}
                    >
                      End
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Read>
    </Section>
  );
}
