import { Button, Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';

import type { ImportMappingView } from '@leadbridge/contracts';

import { useRead, useWrite } from '../../api/hooks.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { notifyDone } from '../../parts/notify.js';
import { ErrorState } from '../../parts/states.js';
import { applyKept, keepable, type Mapping } from './file/mapping.js';

const path = '/import-mappings';

/** The mappings that the service keeps for everybody who imports: one is used, replaced, removed, or kept under a new name. */
export function KeptMappings({
  columns,
  mapping,
  onChange,
}: {
  readonly columns: readonly string[];
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
}) {
  const { data, error } = useRead<{ readonly mappings: readonly ImportMappingView[] }>(path);
  const write = useWrite<unknown>([path]);
  const [used, setUsed] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const kept = data?.mappings ?? [];
  const name = typed.trim();
  const addressOf = (which: string): string => `${path}/${encodeURIComponent(which)}`;

  const use = (chosen: string | null): void => {
    const found = kept.find((each) => each.name === chosen);
    setUsed(found?.name ?? null);
    if (found !== undefined) {
      onChange(applyKept(found.columns, columns));
    }
  };
  const keep = (): void =>
    write.mutate(
      { method: 'PUT', path: addressOf(name), body: { columns: keepable(mapping) } },
      {
        onSuccess: () => {
          notifyDone(`Mapping saved as “${name}”, for everybody who imports.`);
          setUsed(name);
          setTyped('');
        },
      },
    );
  const remove = (which: string): void =>
    write.mutate({ method: 'DELETE', path: addressOf(which) }, { onSuccess: () => setUsed(null) });

  return (
    <>
      <Group align="flex-end">
        {kept.length === 0 ? null : (
          <Select
            label="Use a saved mapping"
            data={kept.map((each) => each.name)}
            value={used}
            searchable
            onChange={use}
          />
        )}
        {used === null ? null : (
          <ConfirmButton
            label="Remove this mapping"
            question={`“${used}” is removed for everybody. Nothing that was imported changes.`}
            confirm="Remove it"
            loading={write.isPending}
            onConfirm={() => remove(used)}
          />
        )}
        <TextInput
          label="Save this mapping as"
          maxLength={60}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button variant="default" disabled={name === ''} loading={write.isPending} onClick={keep}>
          {kept.some((each) => each.name === name) ? 'Replace' : 'Save'}
        </Button>
      </Group>
      {error === null ? null : <ErrorState error={error} />}
      {write.error === null ? null : <ErrorState error={write.error} />}
    </>
  );
}
