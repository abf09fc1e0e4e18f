import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { placeOf } from './search.js';

/** A link to another screen. */
export function To({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  return <Anchor renderRoot={(props) => <Link {...placeOf(path)} {...props} />}>{children}</Anchor>;
}
