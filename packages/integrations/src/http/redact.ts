const minSecretChars = 4;

/**
 * Returns a function that masks the given secrets anywhere in a text, plain or percent-encoded, because other
 * systems quote what they were sent. Secrets shorter than four characters are ignored, because they would
 * mask half of any text.
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const forms = new Set(
    secrets
      .filter((secret) => secret.length >= minSecretChars)
      .flatMap((secret) => [
        secret,
        encodeURIComponent(secret),
        new URLSearchParams([['', secret]]).toString().slice(1),
      ]),
  );
  const byLength = [...forms].sort((left, right) => right.length - left.length);
  return (text) => byLength.reduce((result, secret) => result.replaceAll(secret, '[secret]'), text);
}
