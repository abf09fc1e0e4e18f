import { Stack, Tabs, Title } from '@mantine/core';

import { useFilters } from '../../parts/search.js';
import { ApiKeys } from './api-keys.js';
import { People } from './people.js';

export function Access() {
  const [filters, change] = useFilters();
  return (
    <Stack>
      <Title order={1}>Access</Title>
      <Tabs
        value={filters['tab'] ?? 'people'}
        onChange={(tab) => change({ tab: tab ?? 'people' })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="people">People</Tabs.Tab>
          <Tabs.Tab value="keys">API keys</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="people">
          <People />
        </Tabs.Panel>
        <Tabs.Panel value="keys">
          <ApiKeys />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
