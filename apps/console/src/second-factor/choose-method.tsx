import { Button, Group, PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';

import type { EnrolResponse } from '@leadbridge/contracts';

import { useWrite } from '../api/hooks.js';
import { ErrorState } from '../parts/states.js';
import { CodeInput } from '../session/code-input.js';
import { codeRequestOf } from '../session/code-request.js';
import { useSession } from '../session/session.js';
import { methodNames } from './method-names.js';

/** The methods that are configured here; whoever has a second factor, or signed in a while ago, proves who they are first. */
export function ChooseMethod({ onOffer }: { readonly onOffer: (offer: EnrolResponse) => void }) {
  const { second_factor_methods: methods } = useSession();
  const [method, setMethod] = useState<string>(methods[0] ?? 'totp');
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const enrol = useWrite<EnrolResponse>([]);
  const codeRequest = codeRequestOf(enrol.error);
  const needsPassword = enrol.error?.details['password_required'] === true;
  const isAsked = (codeRequest !== null && code === '') || (needsPassword && password === '');

  const submit = (): void => {
    const body = {
      method,
      ...(method === 'sms' ? { phone } : {}),
      ...(code === '' ? {} : { code }),
      ...(password === '' ? {} : { current_password: password }),
    };
    enrol.mutate({ method: 'POST', path: '/auth/mfa/enroll', body }, { onSuccess: onOffer });
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        <Select
          label="Method"
          data={methods.map((value) => ({ value, label: methodNames[value] }))}
          value={method}
          onChange={(value) => setMethod(value ?? 'totp')}
          allowDeselect={false}
        />
        {method === 'sms' ? <PhoneInput value={phone} onChange={setPhone} /> : null}
        {codeRequest === null ? null : (
          <CodeInput label="Current two-factor code" request={codeRequest} value={code} onChange={setCode} />
        )}
        {needsPassword ? <CurrentPasswordInput value={password} onChange={setPassword} /> : null}
        {enrol.error === null || isAsked ? null : <ErrorState error={enrol.error} />}
        <Group>
          <Button type="submit" variant="default" loading={enrol.isPending}>
            Set up
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface TextProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function PhoneInput({ value, onChange }: TextProps) {
  return (
    <TextInput
      label="Phone number"
      description="In international format, such as +15551234567"
      type="tel"
      autoComplete="tel"
      required
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function CurrentPasswordInput({ value, onChange }: TextProps) {
  return (
    <PasswordInput
      label="Current password"
      description="Required because you signed in more than 15 minutes ago."
      autoComplete="current-password"
      required
      autoFocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
