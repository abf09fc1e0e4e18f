import { Anchor, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import type { EnrolResponse, VerifyResponse } from '@leadbridge/contracts';

import { Form } from '../parts/form.js';
import { useWrite } from '../api/hooks.js';
import { ErrorState } from '../parts/states.js';
import { useStanding } from '../parts/use-standing.js';
import { CodeInput } from '../session/code-input.js';
import { QrCode } from './qr-code.js';

export function ConfirmCode({
  offer,
  onConfirmed,
  onBack,
}: {
  readonly offer: EnrolResponse;
  readonly onConfirmed: (response: VerifyResponse) => void;
  readonly onBack: () => void;
}) {
  const [code, setCode] = useState('');
  const verify = useWrite<VerifyResponse>([]);
  const refusal = useStanding(verify.error, code);
  return (
    <Form
      onSubmit={() =>
        verify.mutate(
          { method: 'POST', path: '/auth/mfa/verify', body: { code } },
          { onSuccess: onConfirmed },
        )
      }
    >
      <Stack>
        {offer.otpauth_url === undefined ? (
          <Text>A code was sent to {offer.sent_to}. It is valid for ten minutes.</Text>
        ) : (
          <>
            <Text>Scan this with your authenticator app, or type the secret there.</Text>
            <QrCode text={offer.otpauth_url} />
            <Code block className="wrapping">
              {offer.secret?.replace(/(.{4})(?=.)/g, '$1 ')}
            </Code>
            <Anchor href={offer.otpauth_url}>Open the app on this device</Anchor>
          </>
        )}
        <CodeInput label="First code" value={code} onChange={setCode} />
        <ErrorState error={refusal} />
        <Group>
          <Button type="submit" loading={verify.isPending}>
            Confirm
          </Button>
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
