/** What the key of hashed opt-outs is sealed for; see `SecretBox.seal`. */
export function suppressionHashContext(id: string): string {
  return `suppression-hash:${id}`;
}
