import { NumberInput, PasswordInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';

import type { FieldValue, FormField } from './form-values.js';
import { useStanding } from './use-standing.js';

interface FormInputProps {
  readonly field: FormField;
  readonly value: FieldValue;
  readonly onChange: (value: FieldValue) => void;
  /** What the service said of it. */
  readonly error?: string | undefined;
  /** Whether a dialog that opens puts the focus here; otherwise it is on the button that closes it. */
  readonly isFirst?: boolean;
}

/** The input of a field, by its type. */
export function FormInput({ field, value, onChange, error: found, isFirst = false }: FormInputProps) {
  const error = useStanding(found, String(value));
  const { label, description, required = false, readOnly = false, type = 'text', values = [] } = field;
  const text = typeof value === 'string' ? value : '';
  const shared = { label, description, required, readOnly, error, 'data-autofocus': isFirst || undefined };
  const typed = {
    ...shared,
    // Without a meaning for the browser it has no name that the browser would fill in by.
    name: field.autoComplete === undefined ? undefined : field.name,
    autoComplete: field.autoComplete,
    minLength: field.minLength,
    value: text,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(event.currentTarget.value),
  };
  switch (type) {
    case 'switch':
      return (
        <Switch
          {...{ label, description, error }}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'tags':
      return (
        <TagsInput
          {...shared}
          data={values.map(({ value: each }) => each)}
          value={typeof value === 'object' ? [...value] : []}
          onChange={onChange}
        />
      );
    case 'select':
      return (
        <Select
          {...shared}
          data={[...values]}
          value={text === '' ? null : text}
          onChange={(chosen) => onChange(chosen ?? '')}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...shared}
          min={0}
          value={text === '' ? '' : Number(text)}
          onChange={(number) => onChange(String(number))}
        />
      );
    case 'textarea':
      return <Textarea {...typed} autosize minRows={2} />;
    case 'password':
      return <PasswordInput {...typed} />;
    default:
      return <TextInput {...typed} type={type} />;
  }
}
