/** What `doctor` says of one check. */
export interface Finding {
  check: string
  state: 'ok' | 'WRONG'
  found: string
}
