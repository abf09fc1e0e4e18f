import { Button, Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';

import type { ImportMappingView } from '@leadbridge/contracts';

import { useRead, useWrite } from '../../api/hooks.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { ErrorState } from '../../parts/states.js';
import { applySaved, savableMapping, type Mapping } from './file/mapping.js';

const path = '/import-mappings';

interface SavedMappingsProps {
  readonly columns: readonly string[];
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
}

/** The mappings that the service keeps for everybody who imports: one is used, replaced, removed, or saved under a new name. */
export function SavedMappings(props: SavedMappingsProps) {
  const [typed, setTyped] = useState('');
  const { saved, used, use, save, remove, isPending, errors } = useSavedMappings(props);
  const name = typed.trim();

  return (
    <>
      <Group align="flex-end">
        {saved.length === 0 ? null : (
          <Select
            label="Use a saved mapping"
            data={saved.map((each) => each.name)}
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
            loading={isPending}
            onConfirm={() => remove(used)}
          />
        )}
        <TextInput
          label="Save this mapping as"
          maxLength={60}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={name === ''}
          loading={isPending}
          onClick={() => save(name, () => setTyped(''))}
        >
          {saved.some((each) => each.name === name) ? 'Replace' : 'Save'}
        </Button>
      </Group>
      {errors.map((error) => (
        <ErrorState key={error.message} error={error} />
      ))}
    </>
  );
}

function useSavedMappings({ columns, mapping, onChange }: SavedMappingsProps) {
  const { data, error } = useRead<{ readonly mappings: readonly ImportMappingView[] }>(path);
  const write = useWrite<unknown>([path]);
  const [used, setUsed] = useState<string | null>(null);
  const saved = data?.mappings ?? [];
  const addressOf = (which: string): string => `${path}/${encodeURIComponent(which)}`;

  const use = (chosen: string | null): void => {
    const found = saved.find((each) => each.name === chosen);
    setUsed(found?.name ?? null);
    if (found !== undefined) {
      onChange(applySaved(found.columns, columns));
    }
  };
  const save = (name: string, onSaved: () => void): void =>
    write.mutate(
      {
        method: 'PUT',
        path: addressOf(name),
        body: { columns: savableMapping(mapping) },
        done: `Mapping saved as “${name}”, for everybody who imports.`,
      },
      {
        onSuccess: () => {
          setUsed(name);
          onSaved();
        },
      },
    );
  const remove = (which: string): void =>
    write.mutate({ method: 'DELETE', path: addressOf(which) }, { onSuccess: () => setUsed(null) });
  const errors = [error, write.error].filter((each) => each !== null);
  return { saved, used, use, save, remove, isPending: write.isPending, errors };
}
