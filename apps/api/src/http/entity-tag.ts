import { validationDetails } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

/** The entity tag (RFC 9110) of a version. */
export function entityTag(version: number): string {
  return `"${version}"`;
}

/** `W/`, which proxies that compress put before a tag, is overlooked. */
const tag = /^(?:W\/)?"([^"]*)"$/;
const maxHeaderChars = 1_000;

/**
 * The versions that an `If-Match` header names; a tag that is none of ours stands for no version. Null without the header, and for `*`.
 *
 * @throws AppError VALIDATION_ERROR for what is no list of entity tags
 */
export function expectedVersions(header: string | undefined): readonly number[] | null {
  if (header === undefined || header.trim() === '*') {
    return null;
  }
  const tags = header
    .slice(0, maxHeaderChars)
    .split(',')
    .map((part) => tag.exec(part.trim()));
  return tags.flatMap((match) => {
    if (match === null) {
      const message = 'If-Match must hold entity tags in quotes, as the ETag header gave them';
      throw new AppError('VALIDATION_ERROR', message, {
        details: validationDetails([{ field: 'If-Match', value: header.slice(0, 200), message }]),
      });
    }
    return /^\d{1,15}$/.test(match[1] ?? '') ? [Number(match[1])] : [];
  });
}
