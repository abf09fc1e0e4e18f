import { Button, Collapse, Group, Paper, Stack, Tabs, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';

import type { AuditListResponse, ConfigView } from '@leadbridge/contracts';

import { useRead, useWrite } from '../../api/hooks.js';
import { DataTable } from '../../parts/data-table.js';
import { fieldErrorsOf } from '../../parts/field-errors.js';
import { Form } from '../../parts/form.js';
import { counted, inWords, valueText } from '../../parts/format.js';
import { LeaveQuestion } from '../../parts/leave-question.js';
import { useFilters } from '../../parts/search.js';
import { ErrorState, Unread } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { useStanding } from '../../parts/use-standing.js';
import { Branches, type ChangeAt } from './branch.js';
import {
  changeOf,
  differences,
  edited,
  unsaved,
  withEdit,
  type Difference,
  type Edit,
} from './difference.js';
import { Providers } from './providers.js';

const tabs = [
  ['providers', 'Providers'],
  ['lists', 'Lists'],
  ['defaults', 'Defaults'],
] as const;

/** What operators may change while the service runs, with the difference before it is saved. */
export function Settings() {
  const query = useRead<ConfigView>('/config');
  const { data } = query;
  if (data === undefined) {
    return <Unread title="Settings" query={query} />;
  }
  return (
    <Stack>
      <Title order={1}>Settings</Title>
      <LastChange />
      <SettingsForm saved={data} />
    </Stack>
  );
}

function LastChange() {
  const { data } = useRead<AuditListResponse>('/audit', { action: 'config.changed', limit: 1 });
  const last = data?.entries[0];
  return last === undefined ? null : (
    <Text size="sm" c="dimmed">
      Last changed by {last.actor.name}, <Time iso={last.at} />.
    </Text>
  );
}

function SettingsForm({ saved }: { readonly saved: ConfigView }) {
  // Only what was typed stays when somebody else saves meanwhile: the rest is what is saved now.
  const [edits, setEdits] = useState<readonly Edit[]>([]);
  const [seen, setSeen] = useState(saved);
  if (seen !== saved) {
    setSeen(saved);
    setEdits(unsaved({ ...saved }, edits));
  }
  const draft: ConfigView = { ...saved, ...edited({ ...saved }, edits) };
  const [filters, change] = useFilters();
  const write = useWrite<unknown>(['/config', '/audit']);
  const refusal = useStanding(write.error, edits);
  const changes = differences(saved, draft);
  const changeAt: ChangeAt = (path, value) => setEdits((before) => withEdit(before, { path, value }));
  const shared = { faults: fieldErrorsOf(write.error), onChange: changeAt };
  const { providers, lists, ...defaults } = draft;
  const shown = tabs.find(([name]) => name === filters['tab'])?.[0] ?? 'providers';
  return (
    <Form
      error={write.error}
      onSubmit={() =>
        write.mutate({
          method: 'PUT',
          path: '/config',
          body: changeOf(saved, draft),
          done: 'Settings saved. They apply from now on.',
        })
      }
    >
      <Tabs value={shown} onChange={(tab) => change({ tab: tab ?? 'providers' })} keepMounted={false}>
        <Tabs.List mb="md">
          {tabs.map(([name, label]) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="providers">
          <Providers providers={providers} onChange={changeAt} />
        </Tabs.Panel>
        <Tabs.Panel value="lists">
          <Branches tree={{ ...lists }} below={['lists']} {...shared} />
        </Tabs.Panel>
        <Tabs.Panel value="defaults">
          <Branches tree={{ ...defaults }} below={[]} {...shared} />
        </Tabs.Panel>
      </Tabs>
      <LeaveQuestion isUnsaved={changes.length > 0} question="What you have changed is not saved." />
      <Changes
        changes={changes}
        error={refusal}
        isSaving={write.isPending}
        onDiscard={() => {
          setEdits([]);
          write.reset();
        }}
      />
    </Form>
  );
}

/** What would be saved, and why it was not; in sight on every tab. */
function Changes({
  changes,
  error,
  isSaving,
  onDiscard,
}: {
  readonly changes: readonly Difference[];
  readonly error: Error | null;
  readonly isSaving: boolean;
  readonly onDiscard: () => void;
}) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const count = changes.length;
  return (
    <Paper className="footer" mt="md">
      {error === null ? null : (
        <Stack mb="sm">
          <ErrorState error={error} />
        </Stack>
      )}
      <Group>
        <Text role="status" flex="1 1 260px">
          {count === 0 ? 'Nothing is changed yet.' : counted(count, 'change')}
        </Text>
        <Button variant="subtle" disabled={count === 0} onClick={toggle} aria-expanded={isOpen}>
          Review
        </Button>
        <Button variant="default" disabled={count === 0} onClick={onDiscard}>
          Discard
        </Button>
        <Button type="submit" disabled={count === 0} loading={isSaving}>
          Save
        </Button>
      </Group>
      <Collapse expanded={isOpen && count > 0}>
        <DataTable
          label="What will change"
          minWidth={320}
          rows={changes}
          keyOf={({ path }) => path}
          columns={[
            { name: 'Setting', show: ({ path }) => path.split('.').map(inWords).join(': ') },
            { name: 'Now', show: ({ from }) => valueText(from) },
            { name: 'Will be', show: ({ to }) => valueText(to) },
          ]}
        />
      </Collapse>
    </Paper>
  );
}
