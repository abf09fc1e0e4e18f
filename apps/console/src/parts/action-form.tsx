import {
  Button,
  Group,
  Modal,
  NumberInput,
  PasswordInput,
  Select,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';

import { useWrite } from '../api/hooks.js';
import { useIntention } from '../api/intention.js';
import type { Method } from '../api/leadbridge.js';
import { bodyOf, emptyValues, type FieldValue, type FormField, type FormValues } from './form-values.js';
import { notifyDone } from './notify.js';
import { ErrorState } from './states.js';

/** A button that opens a form for one write of the API; what was typed stays until it was taken. */
export function ActionForm<Answer>(parts: {
  readonly label: string;
  readonly explain?: string;
  readonly submit?: string;
  readonly fields: readonly FormField[];
  readonly method: Method;
  readonly path: string;
  /** Goes along with what is typed. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Typed values that belong below one key of the body. */
  readonly below?: string;
  readonly stale: readonly string[];
  readonly done: string;
  readonly onDone?: (answer: Answer) => void;
  readonly variant?: 'default' | 'filled';
}) {
  const {
    label,
    explain,
    submit = label,
    fields,
    method,
    path,
    fixed = {},
    below,
    stale,
    done,
    onDone,
    variant = 'default',
  } = parts;
  const [isOpen, { open, close }] = useDisclosure(false);
  const [values, setValues] = useState<FormValues>(() => emptyValues(fields));
  const write = useWrite<Answer>(stale);
  const intention = useIntention();

  const send = (): void => {
    const typed = bodyOf(fields, values);
    const body = {
      ...fixed,
      ...(below === undefined ? typed : Object.keys(typed).length === 0 ? {} : { [below]: typed }),
    };
    const key = intention.keyFor(JSON.stringify([path, body]));
    write.mutate(
      { method, path, body, ...(method === 'POST' ? { idempotencyKey: key } : {}) },
      {
        onSettled: (_answer, error) => intention.ended(error),
        onSuccess: (answer) => {
          setValues(emptyValues(fields));
          close();
          notifyDone(done);
          onDone?.(answer);
        },
      },
    );
  };

  return (
    <>
      <Button variant={variant} onClick={open}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={label} closeButtonProps={{ 'aria-label': 'Close' }}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <Stack>
            {explain === undefined ? null : <Text>{explain}</Text>}
            {fields.map((field) => (
              <Field
                key={field.name}
                field={field}
                value={values[field.name] ?? ''}
                onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
              />
            ))}
            {write.error === null ? null : <ErrorState error={write.error} />}
            <Group>
              <Button type="submit" loading={write.isPending}>
                {submit}
              </Button>
              <Button variant="default" onClick={close}>
                Back
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}

function Field({
  field,
  value,
  onChange,
}: {
  readonly field: FormField;
  readonly value: FieldValue;
  readonly onChange: (value: FieldValue) => void;
}) {
  const { label, description, required = false, type = 'text', values = [] } = field;
  const shared = { label, description, required };
  const text = typeof value === 'string' ? value : '';
  switch (type) {
    case 'select':
      return (
        <Select
          {...shared}
          data={values.map(({ value: each, label: name }) => ({ value: each, label: name }))}
          value={text === '' ? null : text}
          onChange={(chosen) => onChange(chosen ?? '')}
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
    case 'switch':
      return (
        <Switch
          label={label}
          description={description}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
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
      return (
        <Textarea
          {...shared}
          autosize
          minRows={2}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'password':
      return (
        <PasswordInput
          {...shared}
          autoComplete="new-password"
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    default:
      return (
        <TextInput
          {...shared}
          type={type}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}
