import { Button, Drawer, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import type { ProviderConfig } from '@leadbridge/contracts';

import { DataTable } from '../../parts/data-table.js';
import type { FormField } from '../../parts/form-values.js';
import { counted } from '../../parts/format.js';
import { sourceLabel } from '../../parts/source-label.js';
import { Status } from '../../parts/status.js';
import { SettingInput, type ChangeAt } from './branch.js';

type ProvidersConfig = Readonly<Record<string, ProviderConfig>>;

/** The sources of leads, each with its settings in a drawer. */
export function Providers({
  providers,
  onChange,
}: {
  readonly providers: ProvidersConfig;
  readonly onChange: ChangeAt;
}) {
  const [edited, setEdited] = useState<string | null>(null);
  const provider = edited === null ? undefined : providers[edited];
  return (
    <>
      <DataTable
        label="Providers"
        minWidth={560}
        rows={Object.entries(providers)}
        keyOf={([name]) => name}
        columns={[
          { name: 'Provider', show: ([name, { label }]) => `${label} (${name})` },
          {
            name: 'State',
            show: ([, { enabled }]) => <Status value={enabled ? 'enabled' : 'disabled'} />,
          },
          { name: 'Payload', show: ([, { kind }]) => sourceLabel(kind) },
          {
            name: 'Limit',
            show: ([, { rate_limit: limit }]) =>
              limit === 0 ? 'None of its own' : `${counted(limit, 'lead')} a minute`,
          },
          {
            name: 'Change',
            show: ([name, { label }]) => (
              <Button
                size="xs"
                variant="default"
                aria-label={`Edit ${label}`}
                onClick={() => setEdited(name)}
              >
                Edit
              </Button>
            ),
          },
        ]}
      />
      <Drawer
        opened={provider !== undefined}
        onClose={() => setEdited(null)}
        position="right"
        title={provider?.label}
      >
        {provider === undefined || edited === null ? null : (
          <Fields
            provider={provider}
            onChange={(key, value) => onChange(['providers', edited, key], value)}
          />
        )}
      </Drawer>
    </>
  );
}

const fields: readonly (FormField & { readonly name: keyof ProviderConfig })[] = [
  {
    name: 'enabled',
    label: 'Enabled',
    type: 'switch',
    description: 'Imports of a disabled provider are refused.',
  },
  { name: 'label', label: 'Label', description: 'The name that tickets and lists in the PSA show.' },
  {
    name: 'rate_limit',
    label: 'Leads per minute',
    type: 'number',
    description: "The most that bulk imports of this provider write; 0 for the PSA's own limit alone.",
  },
  {
    name: 'aliases',
    label: 'Aliases',
    type: 'tags',
    description: 'Other names of the source that requests may use.',
  },
  {
    name: 'former_labels',
    label: 'Former labels',
    type: 'tags',
    description: 'Tickets with one of them still belong to this provider.',
  },
];

function Fields({
  provider,
  onChange,
}: {
  readonly provider: ProviderConfig;
  readonly onChange: (key: keyof ProviderConfig, value: unknown) => void;
}) {
  return (
    <Stack>
      {fields.map((field) => (
        <SettingInput
          key={field.name}
          field={field}
          value={provider[field.name]}
          onChange={(value) => onChange(field.name, value)}
        />
      ))}
      <Text size="sm" c="dimmed">
        Payload: {sourceLabel(provider.kind)}. It is chosen when the provider is added.
      </Text>
    </Stack>
  );
}
