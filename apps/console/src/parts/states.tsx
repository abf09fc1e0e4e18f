import { Alert, Button, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { LeadbridgeError } from '@leadbridge/client';
import type { ReactNode } from 'react';

import { isAway } from '../api/leadbridge.js';
import { messageOf } from './message-of.js';

/** Lines in the place of what is being read; screen readers are told what that is. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <div role="status" className="skeleton">
      <VisuallyHidden>Loading {what} …</VisuallyHidden>
      {['28%', '100%', '92%', '97%', '85%'].map((width) => (
        <div key={width} style={{ width }} />
      ))}
    </div>
  );
}

interface Reading<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** What is read, once it is there; until then lines in its place, or why it could not be read. */
export function Read<T>({
  query: { data, error, refetch },
  what,
  children,
}: {
  readonly query: Reading<T>;
  readonly what: string;
  readonly children: (data: T) => ReactNode;
}) {
  return (
    <>
      <ErrorState error={error} retry={() => void refetch()} />
      {data !== undefined ? children(data) : error === null ? <Loading what={what} /> : null}
    </>
  );
}

/** In the place of a screen that is not read yet, or could not be. */
export function Unread({ title, query }: { readonly title: string; readonly query: Reading<unknown> }) {
  return (
    <Stack>
      <Title order={1}>{title}</Title>
      <Read query={query} what={title}>
        {() => null}
      </Read>
    </Stack>
  );
}

/** What to do about a refusal, where its message alone does not say. */
function adviceFor(error: Error): string | null {
  if (!(error instanceof LeadbridgeError)) {
    return null;
  }
  switch (error.status) {
    case 403:
      return error.details['mfa_required'] === true
        ? 'Reload the page, and set up two-factor authentication.'
        : 'Your role does not include this. An admin can change roles under “People”.';
    case 404:
      return 'It may have been removed, or the link is incomplete.';
    case 429:
      return 'Too many requests within a short time: wait a minute, then try again.';
    case 500:
    case 502:
    case 503:
      return 'Try again in a moment. If it persists, see Errors, or give the request ID to your operator.';
    default:
      return null;
  }
}

function titleOf(error: Error): string {
  if (isAway(error)) {
    return 'The service is away';
  }
  const status = error instanceof LeadbridgeError ? (error.status ?? 0) : 0;
  if (status === 404) {
    return 'Not found';
  }
  // What the service has foreseen says itself what to do.
  return status >= 400 && status < 500 ? 'Refused' : 'Something went wrong';
}

/** What has failed, in words, and what to do; nothing where nothing has. */
export function ErrorState({
  error,
  retry,
  title,
}: {
  readonly error: Error | null;
  readonly retry?: () => void;
  readonly title?: string;
}) {
  if (error === null) {
    return null;
  }
  const advice = adviceFor(error);
  const requestId = error instanceof LeadbridgeError ? error.requestId : null;
  return (
    <Alert color="red" role="alert" title={title ?? titleOf(error)}>
      <Stack gap="xs" align="flex-start">
        <Text>{messageOf(error)}</Text>
        {advice === null ? null : <Text>{advice}</Text>}
        {requestId === null ? null : <Text size="sm">Request ID: {requestId}</Text>}
        {retry === undefined ? null : (
          <Button variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

export function Empty({ children }: { readonly children: ReactNode }) {
  return (
    <Text c="dimmed" py="xs" role="status">
      {children}
    </Text>
  );
}
