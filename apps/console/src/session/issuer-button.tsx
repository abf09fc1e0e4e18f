import { Alert, Button, Stack } from '@mantine/core';
import type { SignInMethodsResponse } from '@leadbridge/contracts';

/** Leads to the sign-in of the organization. */
export function IssuerButton({
  issuer: { name, available },
  to,
  opensTab = false,
}: {
  readonly issuer: NonNullable<SignInMethodsResponse['oidc']>;
  /** The page to come back to. */
  readonly to: string;
  /** Whether this page stays as it is meanwhile. */
  readonly opensTab?: boolean;
}) {
  return (
    <Stack gap="xs">
      {available ? null : (
        <Alert color="yellow" role="status">
          {name} does not respond at the moment.
        </Alert>
      )}
      <Button
        component="a"
        href={`/api/v1/auth/oidc?to=${encodeURIComponent(to)}`}
        variant={available ? 'filled' : 'default'}
        {...(opensTab ? { target: '_blank', rel: 'noopener' } : {})}
      >
        Sign in with {name}
      </Button>
    </Stack>
  );
}
