/** The environment of a Node process that runs this module before its own. */
export function preload(script: string): { readonly NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}
