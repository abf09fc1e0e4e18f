import { Stack, Title } from '@mantine/core';

import type { HealthAnswer } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { Facts } from '../../parts/facts.js';
import { inWords } from '../../parts/format.js';
import { ErrorState, Loading } from '../../parts/states.js';

export function Overview() {
  const health = useRead<HealthAnswer>('/health', {}, { everyMs: 15_000 });
  return (
    <Stack>
      <Title order={1}>Overview</Title>
      {health.error === null ? null : <ErrorState error={health.error} retry={() => void health.refetch()} />}
      {health.data === undefined ? (
        health.error === null && <Loading what="the state of the service" />
      ) : (
        <Facts
          facts={[
            ['Service', inWords(health.data.status)],
            ['PSA', inWords(health.data.services.psa)],
            ['Workers', String(health.data.workers.alive ?? 'unknown')],
          ]}
        />
      )}
    </Stack>
  );
}
