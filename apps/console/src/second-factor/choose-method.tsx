import { Button, Group, Select, Stack } from '@mantine/core';
import { useState } from 'react';

import type { EnrolResponse } from '@leadbridge/contracts';

import { Form } from '../parts/form.js';
import { useWrite } from '../api/hooks.js';
import { FormFields } from '../parts/form-fields.js';
import { bodyOf, type FormField, type FormValues } from '../parts/form-values.js';
import { ErrorState } from '../parts/states.js';
import { CodeInput } from '../session/code-input.js';
import { codeRequestOf } from '../session/code-request.js';
import { useSession } from '../session/session.js';
import { methodNames } from './method-names.js';

const phoneField: FormField = {
  name: 'phone',
  label: 'Phone number',
  description: 'In international format, such as +15551234567',
  type: 'tel',
  autoComplete: 'tel',
  required: true,
};

const passwordField: FormField = {
  name: 'current_password',
  label: 'Current password',
  description: 'Required because you signed in more than 15 minutes ago.',
  type: 'password',
  autoComplete: 'current-password',
  required: true,
};

/** The methods that are configured here; whoever has a second factor, or signed in a while ago, proves who they are first. */
export function ChooseMethod({ onOffer }: { readonly onOffer: (offer: EnrolResponse) => void }) {
  const { second_factor_methods: methods } = useSession();
  const [method, setMethod] = useState<string>(methods[0] ?? 'totp');
  const [values, setValues] = useState<FormValues>({});
  const [code, setCode] = useState('');
  const enrol = useWrite<EnrolResponse>([]);
  const codeRequest = codeRequestOf(enrol.error);
  const needsPassword = enrol.error?.details['password_required'] === true;
  const isAsked = (codeRequest !== null && code === '') || (needsPassword && !values['current_password']);
  const ofMethod = method === 'sms' ? [phoneField] : [];
  const submit = (): void => {
    // A password that was asked for before the code counts beside it.
    const typed = bodyOf([...ofMethod, passwordField], values);
    const body = { method, ...typed, ...(code === '' ? {} : { code }) };
    enrol.mutate({ method: 'POST', path: '/auth/mfa/enroll', body }, { onSuccess: onOffer });
  };
  return (
    <Form onSubmit={submit}>
      <Stack>
        <Select
          label="Method"
          data={methods.map((value) => ({ value, label: methodNames[value] }))}
          value={method}
          onChange={(value) => setMethod(value ?? 'totp')}
          allowDeselect={false}
        />
        {codeRequest === null ? null : (
          <CodeInput label="Current two-factor code" request={codeRequest} value={code} onChange={setCode} />
        )}
        <FormFields
          fields={[...ofMethod, ...(needsPassword ? [passwordField] : [])]}
          values={values}
          error={null}
          onChange={setValues}
        />
        <ErrorState error={isAsked ? null : enrol.error} />
        <Group>
          <Button type="submit" variant="default" loading={enrol.isPending}>
            Set up
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
