/** Work that only one process does at a time. */
export type LeaseName = 'dispatch-events' | 'refresh-mirror' | 'watch-alerts' | 'upgrade';

/** The exclusive right to do something, until it is released or expires. */
export interface Leases {
  /** True while `holder` holds the lease; calling it again renews the lease. */
  acquire(lease: LeaseName, holder: string, leaseMs: number): Promise<boolean>;
  release(lease: LeaseName, holder: string): Promise<void>;
}
