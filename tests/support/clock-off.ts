import { preload } from './preload.js';

/** A Node option that makes a process's clock wrong. */
export function clockOff(milliseconds: number): { readonly NODE_OPTIONS: string } {
  const shifted = `
    const RealDate = Date;
    globalThis.Date = class Date extends RealDate {
      constructor(...parts) {
        super(...(parts.length === 0 ? [RealDate.now() + ${milliseconds}] : parts));
      }
      static now() {
        return RealDate.now() + ${milliseconds};
      }
    };`;
  return preload(shifted);
}
