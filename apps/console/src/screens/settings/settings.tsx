import {
  Button,
  Fieldset,
  Group,
  NumberInput,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useState } from 'react';

import type { AuditListAnswer, ConfigView } from '@leadbridge/contracts';

import { useRead, useWrite } from '../../api/hooks.js';
import { DataTable } from '../../parts/data-table.js';
import { inWords } from '../../parts/format.js';
import { notifyDone } from '../../parts/notify.js';
import { ErrorState, Loading } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { changeOf, differences, withValue } from './difference.js';

type Tree = Readonly<Record<string, unknown>>;

/** What operators may change while the service runs, with the difference before it is saved. */
export function Settings() {
  const { data, error, refetch } = useRead<ConfigView>('/config');
  if (data === undefined) {
    return error === null ? (
      <Loading what="the settings" />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    );
  }
  return (
    <Stack>
      <Title order={1}>Settings</Title>
      <LastChange />
      <Form saved={{ ...data }} />
    </Stack>
  );
}

function LastChange() {
  const { data } = useRead<AuditListAnswer>('/audit', { action: 'config.changed', limit: 1 });
  const last = data?.entries[0];
  return last === undefined ? null : (
    <Text size="sm">
      Last changed by {last.actor.name}, <Time iso={last.at} />.
    </Text>
  );
}

function Form({ saved }: { readonly saved: Tree }) {
  // What was typed stays when somebody else saves meanwhile: the difference is to what is saved now.
  const [draft, setDraft] = useState<Tree>(saved);
  const write = useWrite<unknown>(['/config', '/audit']);
  const changes = differences(saved, draft);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        write.mutate(
          { method: 'PUT', path: '/config', body: changeOf(saved, draft) },
          { onSuccess: () => notifyDone('Settings saved. They apply from now on.') },
        );
      }}
    >
      <Stack>
        {Object.entries(draft).map(([name, value]) => (
          <Branch
            key={name}
            name={name}
            value={value}
            path={[name]}
            onChange={(path, next) => setDraft((before) => withValue(before, path, next))}
          />
        ))}
        {changes.length === 0 ? (
          <Text role="status">Nothing is changed yet.</Text>
        ) : (
          <DataTable
            label="What will change"
            minWidth={320}
            rows={changes}
            keyOf={({ path }) => path}
            columns={[
              { name: 'Setting', show: ({ path }) => path },
              { name: 'Now', show: ({ from }) => textOf(from) },
              { name: 'Will be', show: ({ to }) => textOf(to) },
            ]}
          />
        )}
        {write.error === null ? null : <ErrorState error={write.error} />}
        <Group>
          <Button type="submit" disabled={changes.length === 0} loading={write.isPending}>
            Save
          </Button>
          <Button variant="default" disabled={changes.length === 0} onClick={() => setDraft(saved)}>
            Discard changes
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface BranchParts {
  readonly name: string;
  readonly value: unknown;
  readonly path: readonly string[];
  readonly onChange: (path: readonly string[], value: unknown) => void;
}

function Branch({ name, value, path, onChange }: BranchParts) {
  const label = inWords(name);
  const isFixed = path.join('.') === 'psa.base_url';
  if (isFixed) {
    return (
      <TextInput
        label={label}
        description="Set by PSA_URL where the service is started"
        value={String(value)}
        readOnly
      />
    );
  }
  if (typeof value === 'boolean') {
    return (
      <Switch
        label={label}
        checked={value}
        onChange={(event) => onChange(path, event.currentTarget.checked)}
      />
    );
  }
  if (typeof value === 'number') {
    return (
      <NumberInput label={label} value={value} min={0} onChange={(next) => onChange(path, Number(next))} />
    );
  }
  if (Array.isArray(value)) {
    return (
      <TagsInput
        label={label}
        value={(value as readonly unknown[]).map(String)}
        onChange={(next) => onChange(path, next)}
      />
    );
  }
  if (typeof value === 'object' && value !== null) {
    return (
      <Fieldset legend={label}>
        <Stack>
          {Object.keys(value).length === 0 ? <Text>None</Text> : null}
          {Object.entries(value as Tree).map(([key, each]) => (
            <Branch key={key} name={key} value={each} path={[...path, key]} onChange={onChange} />
          ))}
        </Stack>
      </Fieldset>
    );
  }
  return (
    <TextInput
      label={label}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(path, event.currentTarget.value)}
    />
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
