import { NativeSelect, NumberInput, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core';

import { inWords } from '../../parts/format.js';
import { Section } from '../../parts/section.js';

export type Tree = Readonly<Record<string, unknown>>;

/** What the service said of settings, by their own names. */
export type Faults = Readonly<Record<string, string>>;

/** Changes the value at a path of the settings. */
export type ChangeAt = (path: readonly string[], value: unknown) => void;

/** What a setting does, where its name alone does not say. */
const explanations: Readonly<Record<string, string>> = {
  'psa.base_url': 'Set by PSA_URL where the service is started.',
  'psa.custom_fields_enabled': 'Writes the custom fields CF_101 to CF_113 of tickets.',
  'workflow.auto_conversion': 'Leads become prospects as soon as they qualify.',
  default_country:
    'Two letters, such as US: national phone numbers of leads without a country are read as numbers of it.',
  company_matching:
    'By what the client of a company is found: its name alone, or else the domain of the lead’s email or website.',
  status_ids: 'The PSA’s ID of a status, where it is not found by its name.',
  'lists.source': '<label> stands for the label of the provider.',
  'lists.industry': '<name> stands for the industry.',
};

/** The values of a setting that has only a few. */
const choices: Readonly<Record<string, readonly string[]>> = { company_matching: ['name', 'domain'] };

/** One setting, by the type of its value, or a group of them. */
export function Branch({
  name,
  value,
  path,
  faults,
  onChange,
}: {
  readonly name: string;
  readonly value: unknown;
  readonly path: readonly string[];
  readonly faults: Faults;
  readonly onChange: ChangeAt;
}) {
  const label = inWords(name);
  const description = explanations[path.join('.')];
  const shared = { label, description, error: faults[name] };
  if (path.join('.') === 'psa.base_url') {
    return <TextInput {...shared} value={String(value)} readOnly />;
  }
  if (typeof value === 'boolean') {
    return (
      <Switch {...shared} checked={value} onChange={(event) => onChange(path, event.currentTarget.checked)} />
    );
  }
  if (typeof value === 'number') {
    return (
      <NumberInput {...shared} value={value} min={0} onChange={(next) => onChange(path, Number(next))} />
    );
  }
  if (Array.isArray(value)) {
    return (
      <TagsInput
        {...shared}
        value={(value as readonly unknown[]).map(String)}
        onChange={(next) => onChange(path, next)}
      />
    );
  }
  if (typeof value === 'object' && value !== null) {
    return (
      <Section title={label}>
        {description === undefined ? null : <Text size="sm">{description}</Text>}
        <Stack>
          {Object.keys(value).length === 0 ? <Text c="dimmed">None</Text> : null}
          {Object.entries(value as Tree).map(([key, each]) => (
            <Branch
              key={key}
              name={key}
              value={each}
              path={[...path, key]}
              faults={faults}
              onChange={onChange}
            />
          ))}
        </Stack>
      </Section>
    );
  }
  const choice = choices[path.join('.')];
  if (choice !== undefined) {
    return (
      <NativeSelect
        {...shared}
        data={choice.map((each) => ({ value: each, label: inWords(each) }))}
        value={String(value)}
        onChange={(event) => onChange(path, event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...shared}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(path, event.currentTarget.value)}
    />
  );
}
