import { Stack, Text } from '@mantine/core';

import { FormInput } from '../../parts/form-input.js';
import type { FieldValue, FormField } from '../../parts/form-values.js';
import { inWords } from '../../parts/format.js';
import { Section } from '../../parts/section.js';

type Tree = Readonly<Record<string, unknown>>;

/** What the service said of settings, by their own names. */
type Faults = Readonly<Record<string, string>>;

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

interface BranchProps {
  readonly name: string;
  readonly value: unknown;
  readonly path: readonly string[];
  readonly faults: Faults;
  readonly onChange: ChangeAt;
}

/** One setting, by the type of its value, or a group of them. */
function Branch(props: BranchProps) {
  const { name, value, path, faults, onChange } = props;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return <Group {...props} value={{ ...value }} />;
  }
  const values = choices[path.join('.')]?.map((each) => ({ value: each, label: inWords(each) }));
  const field: FormField = {
    name: path.join('.'),
    label: inWords(name),
    readOnly: path.join('.') === 'psa.base_url',
    type: values === undefined ? typeOf(value) : 'select',
    ...(values === undefined ? {} : { values }),
    ...explained(path),
  };
  return (
    <SettingInput
      field={field}
      value={value}
      error={faults[name]}
      onChange={(next) => onChange(path, next)}
    />
  );
}

/** The settings of a group, one below the other. */
export function Branches({
  tree,
  below,
  ...shared
}: Pick<BranchProps, 'faults' | 'onChange'> & { readonly tree: Tree; readonly below: readonly string[] }) {
  return (
    <Stack maw={640}>
      {Object.entries(tree).map(([name, value]) => (
        <Branch key={name} name={name} value={value} path={[...below, name]} {...shared} />
      ))}
    </Stack>
  );
}

function Group({ name, value, path, faults, onChange }: BranchProps & { readonly value: Tree }) {
  const { description } = explained(path);
  return (
    <Section title={inWords(name)}>
      {description === undefined ? null : <Text size="sm">{description}</Text>}
      {Object.keys(value).length === 0 ? <Text c="dimmed">None</Text> : null}
      <Branches tree={value} below={path} faults={faults} onChange={onChange} />
    </Section>
  );
}

function explained(path: readonly string[]): { readonly description?: string } {
  const description = explanations[path.join('.')];
  return description === undefined ? {} : { description };
}

function typeOf(value: unknown): NonNullable<FormField['type']> {
  switch (typeof value) {
    case 'boolean':
      return 'switch';
    case 'number':
      return 'number';
    default:
      return Array.isArray(value) ? 'tags' : 'text';
  }
}

/** The input of a setting, which keeps the type of its value. */
export function SettingInput({
  field,
  value,
  error,
  onChange,
}: {
  readonly field: FormField;
  readonly value: unknown;
  readonly error?: string | undefined;
  readonly onChange: (value: unknown) => void;
}) {
  return (
    <FormInput
      field={field}
      value={inputOf(value)}
      error={error}
      onChange={(next) => onChange(typeof value === 'number' ? Number(next) : next)}
    />
  );
}

function inputOf(value: unknown): FieldValue {
  if (Array.isArray(value)) {
    return value.map(String);
  }
  return typeof value === 'boolean' || typeof value === 'string'
    ? value
    : typeof value === 'number'
      ? String(value)
      : '';
}
