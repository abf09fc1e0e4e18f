import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';

import { Form } from './form.js';
import { useWrite } from '../api/hooks.js';
import type { Method } from '../api/leadbridge.js';
import { isAccepted } from '../api/accepted.js';
import { FormError, FormFields } from './form-fields.js';
import { bodyOf, emptyValues, type FormField, type FormValues } from './form-values.js';

export interface ActionFormProps<Result> {
  readonly label: string;
  readonly explain?: ReactNode;
  readonly submit?: string;
  readonly fields: readonly FormField[];
  readonly method: Method;
  readonly path: string;
  /** Goes along with what is typed. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Typed values that belong below one key of the body. */
  readonly below?: string;
  readonly stale: readonly string[];
  readonly done: string | ((response: Result) => string);
  readonly onDone?: (response: Result) => void;
  readonly variant?: 'default' | 'filled';
}

/** A button that opens a form for one write of the API; what was typed stays until it was taken. */
export function ActionForm<Result>(parts: ActionFormProps<Result>) {
  const { label, variant = 'default' } = parts;
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant={variant} onClick={open}>
        {label}
      </Button>
      <ActionDialog {...parts} isOpen={isOpen} onClose={close} />
    </>
  );
}

/** The form of an action, for what opens it otherwise than by a button. */
export function ActionDialog<Result>(
  parts: ActionFormProps<Result> & { readonly isOpen: boolean; readonly onClose: () => void },
) {
  const { label, explain, submit = label, fields, method, isOpen, onClose } = parts;
  const [values, setValues] = useState<FormValues>(() => emptyValues(fields));
  const [isTried, setTried] = useState(false);
  const { send, isPending, error } = useSend(parts, () => {
    setValues(emptyValues(fields));
    onClose();
  });
  const changesNothing = method !== 'POST' && Object.keys(bodyOf(fields, values)).length === 0;
  return (
    <Modal opened={isOpen} onClose={onClose} title={label}>
      <Form
        error={error}
        onSubmit={() => {
          setTried(changesNothing);
          if (!changesNothing) {
            send(values);
          }
        }}
      >
        <Stack>
          {explain === undefined ? null : <Text component="div">{explain}</Text>}
          <FormFields fields={fields} values={values} error={error} onChange={setValues} />
          <FormError fields={fields} values={values} error={error} />
          {isTried && changesNothing ? (
            <Text role="alert" className="fault-text">
              Nothing is filled in yet: fill in what is to change.
            </Text>
          ) : null}
          <Group>
            <Button type="submit" loading={isPending}>
              {submit}
            </Button>
            <Button variant="default" onClick={onClose}>
              Back
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}

/** Sends what was typed; the same values again are the same intention, until they were taken. */
function useSend<Result>(
  { fields, method, path, fixed = {}, below, stale, done, onDone }: ActionFormProps<Result>,
  onTaken: () => void,
) {
  const write = useWrite<Result>(stale);
  const send = (values: FormValues): void => {
    const typed = bodyOf(fields, values);
    const body = {
      ...fixed,
      ...(below === undefined ? typed : Object.keys(typed).length === 0 ? {} : { [below]: typed }),
    };
    write.mutate(
      { method, path, body, isOnce: method === 'POST', done },
      {
        onSuccess: (response) => {
          onTaken();
          if (!isAccepted(response)) {
            onDone?.(response);
          }
        },
      },
    );
  };
  return { send, isPending: write.isPending, error: write.error };
}
