import { Anchor, Divider, Stack } from '@mantine/core';
import type { SignInMethodsResponse } from '@leadbridge/contracts';
import { useState, type ReactNode } from 'react';

import { useRead } from '../api/hooks.js';
import { Read } from '../parts/states.js';
import { IssuerButton } from './issuer-button.js';

/** Below `/api/v1`. */
const methodsPath = '/auth/methods';

/** The ways to sign in that this service has: at the organization, by password, or both. */
export function SignInWays({
  to,
  opensTab = false,
  withoutIssuer = false,
  children: passwordForm,
}: {
  /** The page to come back to. */
  readonly to: string;
  /** Whether this page stays as it is during a sign-in at the organization. */
  readonly opensTab?: boolean;
  /** For a person who does not sign in at the organization. */
  readonly withoutIssuer?: boolean;
  /** Asks for the password. */
  readonly children: ReactNode;
}) {
  const methods = useRead<SignInMethodsResponse>(methodsPath);
  const [isEmergency, setEmergency] = useState(false);

  const waysBy = ({ password, oidc }: SignInMethodsResponse): ReactNode =>
    oidc === null || withoutIssuer ? (
      passwordForm
    ) : (
      <Stack>
        <IssuerButton issuer={oidc} to={to} opensTab={opensTab} />
        {password || isEmergency ? (
          <>
            <Divider label="or by password" />
            {passwordForm}
          </>
        ) : (
          <Anchor component="button" type="button" size="sm" onClick={() => setEmergency(true)}>
            Sign in as the emergency admin
          </Anchor>
        )}
      </Stack>
    );
  return (
    <Read query={methods} what="the sign-in">
      {waysBy}
    </Read>
  );
}
