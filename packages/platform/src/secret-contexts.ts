/** The context for the key of hashed opt-outs; see `SecretBox.seal`. */
export function suppressionHashContext(id: string): string {
  return `suppression-hash:${id}`;
}
