import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import type { CreatedUserView, InviteLink, UserListResponse, UserView } from '@leadbridge/contracts';

import { useWrite } from '../../api/hooks.js';
import { ActionForm } from '../../parts/action-form.js';
import { Copy } from '../../parts/copy.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import type { FormField } from '../../parts/form-values.js';
import { ListScreen } from '../../parts/list-screen.js';
import { ErrorState } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { useSession } from '../../session/session.js';
import { roleChoices } from '../../parts/role-choices.js';

const password: FormField = {
  name: 'password',
  label: 'Password',
  type: 'password',
  description: 'At least 10 characters',
};

export function People() {
  const [invited, setInvited] = useState<InviteLinkFor | null>(null);
  return (
    <Stack>
      {invited === null ? null : <InviteNotice invited={invited} />}
      <ListScreen<UserView, UserListResponse>
        title="People"
        path="/users"
        filters={[]}
        actions={
          <ActionForm<CreatedUserView>
            label="Invite a person"
            explain="They choose their own password by a link that works once."
            submit="Create link"
            variant="filled"
            method="POST"
            path="/users"
            fields={[
              { name: 'email', label: 'Email', type: 'email', required: true },
              { name: 'name', label: 'Name', required: true },
              { name: 'role', label: 'Role', type: 'select', required: true, values: roleChoices },
            ]}
            stale={['/users']}
            done="The link is ready."
            onDone={setInvited}
          />
        }
        rowsOf={({ users }) => users}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'Who',
            show: ({ name, email, oidc }) => (
              <>
                <Text>{name}</Text>
                <Text size="sm">{email}</Text>
                {oidc === null ? null : <Text size="sm">Signs in at {new URL(oidc.issuer).host}</Text>}
              </>
            ),
          },
          { name: 'Role', show: ({ role, disabled }) => (disabled ? `${role}, disabled` : role) },
          {
            name: 'Second factor',
            show: ({ second_factor: { method, required } }) => method ?? (required ? 'missing' : 'none'),
          },
          { name: 'Last sign-in', show: ({ last_sign_in_at: at }) => <Time iso={at} /> },
          {
            name: 'Change',
            show: (user) => <PersonActions user={user} onInvited={setInvited} />,
          },
        ]}
        empty="No people yet."
      />
    </Stack>
  );
}

type InviteLinkFor = Partial<InviteLink> & { readonly email: string };

function InviteNotice({ invited }: { readonly invited: InviteLinkFor }) {
  const { email, invite_url: link, invite_expires_at: until } = invited;
  return link === undefined ? null : (
    <Alert color="green" title={`Link for ${email}`} role="status">
      <Text>
        Send it to them: it works once, until <Time iso={until ?? null} />. You won’t see it again.
      </Text>
      <Code block>{link}</Code>
      <Copy text={link} name="link" />
    </Alert>
  );
}

function PersonActions({
  user,
  onInvited,
}: {
  readonly user: UserView;
  readonly onInvited: (invited: InviteLinkFor) => void;
}) {
  const path = `/users/${user.id}`;
  const write = useWrite<void>(['/users']);
  const invite = useWrite<InviteLink>(['/users']);
  // Their own are changed under "Your account", which asks for the current ones.
  const isSelf = useSession().user.id === user.id;
  return (
    <>
      <Group gap="xs">
        <ActionForm
          label="Change"
          explain={`${user.name}, ${user.email}. ${isSelf ? 'Your password and second factor are under “Your account”.' : 'Fields left empty stay unchanged.'}`}
          method="PATCH"
          path={path}
          fields={[
            { name: 'name', label: 'Name' },
            ...(isSelf
              ? []
              : [
                  { name: 'role', label: 'Role', type: 'select', values: roleChoices } as const,
                  { name: 'disabled', label: 'Disabled', type: 'switch', initial: user.disabled } as const,
                  { ...password, label: 'New password' },
                ]),
          ]}
          stale={['/users']}
          done="The person is changed."
        />
        {isSelf || user.last_sign_in_at !== null ? null : (
          <Button
            variant="default"
            loading={invite.isPending}
            onClick={() =>
              invite.mutate(
                { method: 'POST', path: `${path}/invite`, body: {} },
                { onSuccess: (link) => onInvited({ ...link, email: user.email }) },
              )
            }
          >
            New link
          </Button>
        )}
        {isSelf || user.second_factor.method === null ? null : (
          <ConfirmButton
            label="Reset the second factor"
            question={`${user.name} is signed out everywhere and has to set up a new one.`}
            confirm="Reset"
            onConfirm={() => write.mutate({ method: 'DELETE', path: `${path}/mfa` })}
          />
        )}
        <ConfirmButton
          label="Remove"
          question={`${user.name} can no longer sign in.`}
          confirm="Remove"
          onConfirm={() => write.mutate({ method: 'DELETE', path })}
        />
      </Group>
      {write.error === null ? null : <ErrorState error={write.error} />}
      {invite.error === null ? null : <ErrorState error={invite.error} />}
    </>
  );
}
