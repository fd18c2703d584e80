/** Members of the address of usage and credits. */
export interface Address {
  tab?: string
  from?: string
  to?: string
  by?: string
  key?: string
  operation?: string
  member?: string
  /** `console` or `all`; without it what programs did. */
  origin?: string
  /** Of the ledger. */
  kind?: string
  request?: string
  /** Of the limits. */
  q?: string
}
