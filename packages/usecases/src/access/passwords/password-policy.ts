import { validationDetails } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

/** The most commonly tried passwords that satisfy the minimum length. */
const common = new Set([
  '0123456789',
  '0987654321',
  '1234567890',
  '12345678910',
  '123456789a',
  '1q2w3e4r5t',
  '1qaz2wsx3edc',
  'abcdefghij',
  'administrator',
  'changeme123',
  'iloveyou123',
  'leadbridge',
  'letmein123',
  'password12',
  'password123',
  'password1234',
  'passwordpassword',
  'qwerty1234',
  'qwerty12345',
  'qwerty123456',
  'qwertyuiop',
  'qwertyuiop123',
  'welcome123',
]);

const minDifferentChars = 4;

/**
 * Checks what a schema cannot: the password is not a common one, and not the person's own email or name.
 * There are no rules on character classes (NIST SP 800-63B, 5.1.1.2).
 *
 * @param field of the request, for the error
 * @throws AppError VALIDATION_ERROR
 */
export function checkPassword(
  password: string,
  person: { readonly email: string; readonly name: string },
  field: string,
): void {
  const plain = password.toLowerCase();
  const own = [person.email, person.email.split('@')[0] ?? '', person.name].map((text) => text.toLowerCase());
  const fault = common.has(plain)
    ? 'is one of the most common passwords'
    : own.includes(plain)
      ? 'must not be the email or the name'
      : new Set(plain).size < minDifferentChars
        ? 'repeats too few characters'
        : null;
  if (fault !== null) {
    const message = `${field} ${fault}`;
    throw new AppError('VALIDATION_ERROR', message, {
      details: validationDetails([{ field, value: '[not shown]', message }]),
    });
  }
}
