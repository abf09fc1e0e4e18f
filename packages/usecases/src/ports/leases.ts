/** Work that one worker at a time does. */
export type LeaseName = 'dispatch-events' | 'wake-deliveries' | 'refresh-mirror';

/** The exclusive right to do something, until it is released or runs out. */
export interface Leases {
  /** True while `holder` has the lease, which it renews by asking again. */
  acquire(lease: LeaseName, holder: string, leaseMs: number): Promise<boolean>;
  release(lease: LeaseName, holder: string): Promise<void>;
}
