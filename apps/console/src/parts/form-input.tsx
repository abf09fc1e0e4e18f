import { NumberInput, PasswordInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';

import type { FieldValue, FormField } from './form-values.js';

interface FormInputProps {
  readonly field: FormField;
  readonly value: FieldValue;
  readonly onChange: (value: FieldValue) => void;
  /** What the service said of it. */
  readonly error?: string | undefined;
  /** Whether a dialog that opens puts the focus here; otherwise it is on the button that closes it. */
  readonly isFirst?: boolean;
}

export function FormInput(props: FormInputProps) {
  switch (props.field.type) {
    case 'select':
    case 'tags':
    case 'switch':
      return <ChoiceInput {...props} />;
    default:
      return <TypedInput {...props} />;
  }
}

function ChoiceInput({ field, value, onChange, error, isFirst = false }: FormInputProps) {
  const { label, description, required = false, type, values = [] } = field;
  const shared = { label, description, required, error, 'data-autofocus': isFirst || undefined };
  switch (type) {
    case 'tags':
      return (
        <TagsInput
          {...shared}
          data={values.map(({ value: each }) => each)}
          value={typeof value === 'object' ? [...value] : []}
          onChange={onChange}
        />
      );
    case 'switch':
      return (
        <Switch
          label={label}
          description={description}
          error={error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    default:
      return (
        <Select
          {...shared}
          data={values.map(({ value: each, label: name }) => ({ value: each, label: name }))}
          value={typeof value === 'string' && value !== '' ? value : null}
          onChange={(chosen) => onChange(chosen ?? '')}
        />
      );
  }
}

function TypedInput({ field, value, onChange, error, isFirst = false }: FormInputProps) {
  const { label, description, required = false, type = 'text' } = field;
  const text = typeof value === 'string' ? value : '';
  const shared = { label, description, required, error, 'data-autofocus': isFirst || undefined };
  const typed = {
    ...shared,
    value: text,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(event.currentTarget.value),
  };
  switch (type) {
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
      return <PasswordInput {...typed} autoComplete="new-password" />;
    default:
      return <TextInput {...typed} type={type} />;
  }
}
