import { Button, Group, List, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';

import type { OptOutResponse } from '@leadbridge/contracts';

import { Form } from '../../parts/form.js';
import { useWrite } from '../../api/hooks.js';
import { coveredName, coveredSentence } from '../../parts/covered-leads.js';
import { FormError, FormFields } from '../../parts/form-fields.js';
import { bodyOf, emptyValues, type FormField, type FormValues } from '../../parts/form-values.js';

const fields: readonly FormField[] = [
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel' },
  { name: 'first_name', label: 'First name' },
  { name: 'last_name', label: 'Last name' },
  { name: 'company', label: 'Company' },
  { name: 'domain', label: 'Domain', description: 'Instead of a person: all its addresses' },
  { name: 'source', label: 'Source', description: 'Its provider is notified' },
  { name: 'reason', label: 'Reason', type: 'textarea' },
];

/** Records an opt-out, and says whom it covers before that. */
export function AddOptOut() {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button onClick={open}>Add an opt-out</Button>
      <Modal opened={isOpen} onClose={close} title="Add an opt-out" size="lg">
        {isOpen ? <OptOutForm onDone={close} /> : null}
      </Modal>
    </>
  );
}

function OptOutForm({ onDone }: { readonly onDone: () => void }) {
  const [values, setValues] = useState<FormValues>(() => emptyValues(fields));
  const { lookUp, look, record, save } = useOptOut(bodyOf(fields, values), onDone);
  const error = record.error ?? lookUp.error;
  return (
    <Form
      error={error}
      onSubmit={() => {
        // Nobody is opted out without being named first.
        if (lookUp.data === undefined) {
          look(({ leads }) => (leads.length === 0 ? save() : undefined));
        } else {
          save();
        }
      }}
    >
      <Stack>
        <Text>By an email, a phone number, a name with a company, or a domain.</Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <FormFields
            fields={fields}
            values={values}
            error={error}
            onChange={(next) => {
              setValues(next);
              lookUp.reset();
            }}
          />
        </SimpleGrid>
        <FormError fields={fields} values={values} error={error} />
        {lookUp.data === undefined ? null : <Covered response={lookUp.data} />}
        <Group>
          <Button variant="default" loading={lookUp.isPending} onClick={() => look()}>
            Look up
          </Button>
          <Button type="submit" loading={record.isPending || lookUp.isPending}>
            Record opt-out
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

/** Finds out whom an opt-out covers, and records it. */
function useOptOut(body: Readonly<Record<string, unknown>>, onDone: () => void) {
  const lookUp = useWrite<OptOutResponse>([]);
  const record = useWrite<OptOutResponse>(['/suppressions', '/leads']);
  const write = { method: 'POST', path: '/suppressions' } as const;
  const look = (onSuccess: (covered: OptOutResponse) => void = () => undefined): void =>
    lookUp.mutate({ ...write, body: { ...body, dry_run: true } }, { onSuccess });
  const save = (): void =>
    record.mutate({ ...write, body, isOnce: true, done: coveredSentence }, { onSuccess: onDone });
  return { lookUp, look, record, save };
}

function Covered({ response: { leads } }: { readonly response: OptOutResponse }) {
  return leads.length === 0 ? (
    <Text role="status">No lead is this person yet; imports of them will be blocked.</Text>
  ) : (
    <div role="status">
      <Text fw={600}>Covers</Text>
      <List>
        {leads.map((lead) => (
          <List.Item key={lead.lead_id}>{coveredName(lead)}</List.Item>
        ))}
      </List>
    </div>
  );
}
