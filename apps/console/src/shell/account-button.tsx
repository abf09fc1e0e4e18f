import { Button, Text, VisuallyHidden, type ButtonProps } from '@mantine/core';
import { TbChevronDown } from 'react-icons/tb';
import type { ComponentPropsWithRef } from 'react';

import { useSession } from '../session/session.js';

/** Who is signed in; opens the menu of what concerns only them. */
export function AccountButton(props: ButtonProps & ComponentPropsWithRef<'button'>) {
  const { user } = useSession();
  return (
    <Button
      variant="subtle"
      color="gray"
      // The header fits into 320 px, to which a desktop at 400 % comes.
      px={6}
      leftSection={
        <span className="initials" aria-hidden>
          {initialsOf(user.name)}
        </span>
      }
      rightSection={<TbChevronDown size={14} aria-hidden />}
      {...props}
    >
      <VisuallyHidden>{user.name}</VisuallyHidden>
      <Text component="span" aria-hidden c="var(--mantine-color-text)" truncate maw={160} visibleFrom="xs">
        {user.name}
      </Text>
    </Button>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  return [...new Set([words[0], words.at(-1)])].map((word) => [...(word ?? '')][0] ?? '').join('');
}
