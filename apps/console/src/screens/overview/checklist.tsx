import { Button, Group, List, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';

import type { HealthResponse } from '@leadbridge/contracts';

import { useCount, useRead } from '../../api/hooks.js';
import { To } from '../../parts/links.js';
import { Section } from '../../parts/section.js';
import { useMay, useSession } from '../../session/session.js';

interface Item {
  readonly text: string;
  readonly path: string;
  readonly isDone: boolean;
}

/** What a new installation still lacks, until it is dismissed by whoever looks; kept per person. */
export function Checklist({ health }: { readonly health: HealthResponse }) {
  const may = useMay();
  const { user } = useSession();
  const [isDismissed, setDismissed] = useLocalStorage({
    key: `checklist-dismissed-${user.id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const isShown = may('users.manage') && !isDismissed;
  const { data: jobs } = useCount('/jobs', { type: 'bulk_import' }, { enabled: isShown });
  const { data: keys } = useCount('/api-keys', {}, { enabled: isShown });
  const { data: webhooks } = useRead<{ readonly webhooks: readonly unknown[] }>(
    '/webhooks',
    {},
    { enabled: isShown },
  );
  const { data: people } = useCount('/users', {}, { enabled: isShown });
  if (
    !isShown ||
    jobs === undefined ||
    keys === undefined ||
    webhooks === undefined ||
    people === undefined
  ) {
    return null;
  }
  const items: readonly Item[] = [
    { text: 'Connect the PSA', path: '/psa', isDone: health.services.psa === 'connected' },
    { text: 'Set up a second factor', path: '/account', isDone: user.second_factor.method !== null },
    { text: 'Import a sample file', path: '/import', isDone: jobs > 0 },
    // The first key is the one of the configuration.
    { text: 'Create an API key', path: '/api-keys', isDone: keys > 1 },
    {
      text: 'Add a webhook and test it',
      path: '/webhooks',
      isDone: webhooks.webhooks.length > 0,
    },
    { text: 'Invite your colleagues', path: '/people', isDone: people > 1 },
  ];
  return (
    <Section
      title="Getting started"
      actions={
        <Button size="compact-sm" variant="subtle" onClick={() => setDismissed(true)}>
          Dismiss
        </Button>
      }
    >
      <List listStyleType="none" spacing={4}>
        {items.map(({ text, path, isDone }) => (
          <List.Item key={path}>
            <Group gap="xs">
              <Text component="span" aria-hidden c={isDone ? 'green' : 'dimmed'}>
                {isDone ? '✓' : '○'}
              </Text>
              {isDone ? (
                <Text component="span" c="dimmed">
                  {text} (done)
                </Text>
              ) : (
                <To path={path}>{text}</To>
              )}
            </Group>
          </List.Item>
        ))}
      </List>
    </Section>
  );
}
