import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

import { Form } from '../../parts/form.js';
import { useWrite } from '../../api/hooks.js';
import { FormError, FormFields } from '../../parts/form-fields.js';
import { emptyValues, type FormField } from '../../parts/form-values.js';
import { Section } from '../../parts/section.js';
import { useSession } from '../../session/session.js';

const fields: readonly FormField[] = [
  {
    name: 'current_password',
    label: 'Current password',
    type: 'password',
    autoComplete: 'current-password',
    required: true,
  },
  {
    name: 'new_password',
    label: 'New password',
    type: 'password',
    description: 'At least 10 characters; your other sessions end.',
    autoComplete: 'new-password',
    required: true,
    minLength: 10,
  },
];

export function PasswordForm() {
  const { user } = useSession();
  const [values, setValues] = useState(() => emptyValues(fields));
  const change = useWrite<void>([]);
  const submit = (): void => {
    change.mutate(
      {
        method: 'POST',
        path: '/auth/password',
        body: values,
        done: 'Password changed. Your other sessions have ended.',
      },
      { onSuccess: () => setValues(emptyValues(fields)) },
    );
  };
  return (
    <Form error={change.error} onSubmit={submit}>
      <Section title="Password">
        {user.oidc === null ? null : (
          <Text size="sm">Only if you have a password here as well: you sign in at your organization.</Text>
        )}
        <FormFields fields={fields} values={values} error={change.error} onChange={setValues} />
        <FormError fields={fields} values={values} error={change.error} />
        <Group>
          <Button type="submit" loading={change.isPending}>
            Change the password
          </Button>
        </Group>
      </Section>
    </Form>
  );
}
