import {
  Avatar,
  Button,
  Menu,
  Text,
  useMantineColorScheme,
  VisuallyHidden,
  type MantineColorScheme,
} from '@mantine/core';
import {
  IconBook,
  IconChevronDown,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { useSession } from '../session/session.js';
import { signOut } from '../session/sign-out.js';

const schemes: readonly (readonly [MantineColorScheme, string, typeof IconSun])[] = [
  ['light', 'Light theme', IconSun],
  ['dark', 'Dark theme', IconMoon],
  ['auto', 'Theme of the system', IconDeviceDesktop],
];

/** Who is signed in, with what concerns only them. */
export function AccountMenu() {
  const { user } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={220} shadow="md">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          leftSection={<Avatar name={user.name} size={26} color="brand" aria-hidden alt="" />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          <VisuallyHidden>{user.name}</VisuallyHidden>
          <Text
            component="span"
            aria-hidden
            c="var(--mantine-color-text)"
            truncate
            maw={160}
            visibleFrom="xs"
          >
            {user.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          renderRoot={(props) => <Link to="/account" {...props} />}
          leftSection={<IconUserCircle size={16} aria-hidden />}
        >
          Account
        </Menu.Item>
        <Menu.Item component="a" href="/docs" leftSection={<IconBook size={16} aria-hidden />}>
          API reference
        </Menu.Item>
        <Menu.Divider />
        {schemes.map(([scheme, name, SchemeIcon]) => (
          <Menu.Item
            key={scheme}
            leftSection={<SchemeIcon size={16} aria-hidden />}
            rightSection={scheme === colorScheme ? <span aria-hidden>✓</span> : undefined}
            onClick={() => setColorScheme(scheme)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
