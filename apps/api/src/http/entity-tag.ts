import type { AppError } from '@leadbridge/platform';

import { fieldError } from './field-error.js';

/** The entity tag (RFC 9110) of a version. */
export function entityTag(version: number): string {
  return `"${version}"`;
}

/** Ignores the `W/` that compressing proxies add to a tag. */
const tag = /^(?:W\/)?"([^"]*)"$/;
/** Longer than any real list of tags, of which a cut one might lack the matching version. */
export const maxIfMatchChars = 1_000;

/**
 * The versions in an `If-Match` header; a tag that is not ours matches no version. Null without the header,
 * and for `*`.
 *
 * @throws AppError VALIDATION_ERROR for anything but a list of entity tags, and for a list that is too long
 */
export function expectedVersions(header: string | undefined): readonly number[] | null {
  if (header === undefined || header.trim() === '*') {
    return null;
  }
  if (header.length > maxIfMatchChars) {
    throw refuse(header, `If-Match must not be longer than ${maxIfMatchChars} characters`);
  }
  const tags = header.split(',').map((part) => tag.exec(part.trim()));
  return tags.flatMap((match) => {
    if (match === null) {
      throw refuse(header, 'If-Match must hold entity tags in quotes, as the ETag header gave them');
    }
    return /^\d{1,15}$/.test(match[1] ?? '') ? [Number(match[1])] : [];
  });
}

function refuse(header: string, message: string): AppError {
  return fieldError('If-Match', header.slice(0, 200), message);
}
