import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { TbBook, TbDeviceDesktop, TbLogout, TbMoon, TbSun, TbUserCircle } from 'react-icons/tb';
import { Link } from '@tanstack/react-router';

import { signOut } from '../session/sign-out.js';
import { AccountButton } from './account-button.js';

const schemes: readonly (readonly [MantineColorScheme, string, typeof TbSun])[] = [
  ['light', 'Light theme', TbSun],
  ['dark', 'Dark theme', TbMoon],
  ['auto', 'Theme of the system', TbDeviceDesktop],
];

/** What concerns only the person who is signed in; open at once, as it is loaded when it is asked for. */
export function AccountMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu defaultOpened width={220}>
      <Menu.Target>
        <AccountButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          renderRoot={(props) => <Link to="/account" {...props} />}
          leftSection={<TbUserCircle size={16} aria-hidden />}
        >
          Account
        </Menu.Item>
        <Menu.Item component="a" href="/docs" leftSection={<TbBook size={16} aria-hidden />}>
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
        <Menu.Item leftSection={<TbLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
