import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A link to another screen. */
export function To({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const [pathname = '/', search = ''] = path.split('?');
  const filters = Object.fromEntries(new URLSearchParams(search));
  return (
    <Anchor renderRoot={(props) => <Link to={pathname} search={filters as never} {...props} />}>
      {children}
    </Anchor>
  );
}
