/** The host as it stands in an address. */
export function printableHost(host: string): string {
  if (host.includes(':')) return `[${host}]`
  return host === '0.0.0.0' ? '127.0.0.1' : host
}
