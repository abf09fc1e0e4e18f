import {
  Alert,
  Anchor,
  Button,
  Code,
  Fieldset,
  Group,
  List,
  PasswordInput,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import encodeQR from 'qr';
import { useState } from 'react';

import type { EnrolAnswer, VerifyAnswer } from '@leadbridge/contracts';

import { useWrite } from '../../api/hooks.js';
import { ErrorState } from '../../parts/states.js';
import { formatTime } from '../../parts/format.js';
import { useSession } from '../../session/session.js';

const names = { totp: 'Authenticator app', email: 'Codes by email', sms: 'Codes by text message' } as const;
const methods = Object.entries(names).map(([value, label]) => ({ value, label }));

/** Sets up, or exchanges, the second factor: choose, confirm with its first code, keep the recovery codes. */
export function SecondFactor() {
  const { second_factor: present } = useSession().user;
  const [offer, setOffer] = useState<EnrolAnswer | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const client = useQueryClient();

  const confirmed = ({ recovery_codes: codes = [] }: VerifyAnswer): void => {
    setOffer(null);
    setRecoveryCodes(codes);
    void client.invalidateQueries();
  };

  return (
    <Fieldset legend="Two-factor authentication">
      <Stack>
        <Text>
          {present.method === null
            ? 'It is not set up: whoever learns your password can sign in as you.'
            : `It is on: ${names[present.method]}.`}
        </Text>
        {present.method === null && present.due_at !== null ? (
          <Alert color="yellow">
            Set it up until {formatTime(present.due_at)}; afterwards you can do nothing else before.
          </Alert>
        ) : null}
        {recoveryCodes === null ? null : <RecoveryCodes codes={recoveryCodes} />}
        {offer === null ? (
          <Choose onOffer={setOffer} />
        ) : (
          <Confirm offer={offer} onConfirmed={confirmed} onBack={() => setOffer(null)} />
        )}
      </Stack>
    </Fieldset>
  );
}

function Choose({ onOffer }: { readonly onOffer: (offer: EnrolAnswer) => void }) {
  const [method, setMethod] = useState<string>('totp');
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const enrol = useWrite<EnrolAnswer>([]);
  const needsCode = enrol.error?.details['mfa_required'] === true;
  const needsPassword = enrol.error?.details['password_required'] === true;

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
          data={methods}
          value={method}
          onChange={(value) => setMethod(value ?? 'totp')}
          allowDeselect={false}
        />
        {method === 'sms' ? (
          <TextInput
            label="Phone number"
            description="With the country, such as +1 555 0100"
            type="tel"
            required
            value={phone}
            onChange={(event) => setPhone(event.currentTarget.value)}
          />
        ) : null}
        {needsCode ? (
          <TextInput
            label="Code of the present one"
            autoComplete="one-time-code"
            required
            autoFocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        ) : null}
        {needsPassword ? (
          <PasswordInput
            label="Password"
            description="You signed in a while ago."
            autoComplete="current-password"
            required
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        ) : null}
        {enrol.error === null || (needsCode && code === '') || (needsPassword && password === '') ? null : (
          <ErrorState error={enrol.error} />
        )}
        <Group>
          <Button type="submit" variant="default" loading={enrol.isPending}>
            Set up
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Confirm({
  offer,
  onConfirmed,
  onBack,
}: {
  readonly offer: EnrolAnswer;
  readonly onConfirmed: (answer: VerifyAnswer) => void;
  readonly onBack: () => void;
}) {
  const [code, setCode] = useState('');
  const verify = useWrite<VerifyAnswer>([]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        verify.mutate(
          { method: 'POST', path: '/auth/mfa/verify', body: { code: code.trim() } },
          { onSuccess: onConfirmed },
        );
      }}
    >
      <Stack>
        {offer.otpauth_url === undefined ? (
          <Text>A code was sent to {offer.sent_to}. It is valid for ten minutes.</Text>
        ) : (
          <>
            <Text>Scan this with your authenticator app, or type the secret there.</Text>
            <QrCode text={offer.otpauth_url} />
            <Code block>{offer.secret?.replace(/(.{4})(?=.)/g, '$1 ')}</Code>
            <Anchor href={offer.otpauth_url}>Open the app on this device</Anchor>
          </>
        )}
        <TextInput
          label="First code"
          autoComplete="one-time-code"
          required
          autoFocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        {verify.error === null ? null : <ErrorState error={verify.error} />}
        <Group>
          <Button type="submit" loading={verify.isPending}>
            Confirm
          </Button>
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Dark on light in both color schemes: not every app reads the reverse. */
function QrCode({ text }: { readonly text: string }) {
  const rows = encodeQR(text, 'raw');
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      width={200}
      role="img"
      aria-label="QR code of the secret below"
      shapeRendering="crispEdges"
    >
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  return (
    <Alert color="green" title="Two-factor authentication is on" role="status">
      {codes.length === 0 ? null : (
        <>
          <Text>
            Keep these recovery codes where you find them without your device. Each works once, and they are
            shown this once.
          </Text>
          <List listStyleType="none" mt="sm">
            {codes.map((each) => (
              <List.Item key={each}>
                <Code>{each}</Code>
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  );
}
