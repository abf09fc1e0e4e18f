import { Stack, Text } from '@mantine/core';
import { useState } from 'react';

import type { CreatedUserView, InviteLink, UserListResponse, UserView } from '@leadbridge/contracts';

import { useWrite } from '../../api/hooks.js';
import { asTime, column } from '../../parts/column.js';
import { ActionForm } from '../../parts/action-form.js';
import type { FormField } from '../../parts/form-values.js';
import { inWords } from '../../parts/format.js';
import { ListScreen } from '../../parts/list-screen.js';
import { RowMenu, type RowAction } from '../../parts/row-menu.js';
import { ShownOnce } from '../../parts/shown-once.js';
import { ErrorState } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { methodNames } from '../../second-factor/method-names.js';
import { useSession } from '../../session/session.js';
import { roleChoices } from '../../parts/role-choices.js';

const newPassword: FormField = {
  ...{ name: 'password', label: 'New password', type: 'password', autoComplete: 'new-password' },
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
            sortBy: ({ name }) => name,
          },
          column('Role', ({ role, disabled }) => inWords(role) + (disabled ? ', disabled' : '')),
          column('Second factor', ({ second_factor: { method, required } }) =>
            method === null ? (required ? 'Missing' : 'None') : methodNames[method],
          ),
          column('Last sign-in', ({ last_sign_in_at: at }) => at, asTime),
          {
            name: 'Actions',
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
    <ShownOnce title={`Link for ${email}`} text={link} name="link">
      Send it to them: it works once, until <Time iso={until ?? null} />. You won’t see it again.
    </ShownOnce>
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
  const ask = (label: string, question: string, confirm: string, asked: string): RowAction => ({
    label,
    isDestructive: true,
    act: {
      ask: { question, confirm, onConfirm: () => write.mutate({ method: 'DELETE', path: asked }) },
    },
  });
  const newLink = (): void =>
    invite.mutate(
      { method: 'POST', path: `${path}/invite`, body: {} },
      { onSuccess: (link) => onInvited({ ...link, email: user.email }) },
    );
  const reset = ask(
    'Reset the second factor',
    `${user.name} is signed out everywhere and has to set up a new one.`,
    'Reset',
    `${path}/mfa`,
  );
  return (
    <>
      <RowMenu
        of={user.name}
        actions={[
          { label: 'Change', act: { form: formOf(user, isSelf) } },
          ...(isSelf || user.last_sign_in_at !== null ? [] : [{ label: 'New link', act: newLink }]),
          ...(isSelf || user.second_factor.method === null ? [] : [reset]),
          ask('Remove', `${user.name} can no longer sign in.`, 'Remove', path),
        ]}
      />
      <ErrorState error={write.error ?? invite.error} />
    </>
  );
}

/** The form for somebody's account. */
function formOf(user: UserView, isSelf: boolean) {
  const ofOthers = [
    { name: 'role', label: 'Role', type: 'select', values: roleChoices },
    { name: 'disabled', label: 'Disabled', type: 'switch', initial: user.disabled },
    newPassword,
  ] as const;
  return {
    explain: `${user.name}, ${user.email}. ${isSelf ? 'Your password and second factor are under “Your account”.' : 'Fields left empty stay unchanged.'}`,
    method: 'PATCH',
    path: `/users/${user.id}`,
    fields: [{ name: 'name', label: 'Name' }, ...(isSelf ? [] : ofOthers)],
    stale: ['/users'],
    done: 'The person is changed.',
  } as const;
}
