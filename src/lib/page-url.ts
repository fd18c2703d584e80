/** Parameters that tell where a reader came from and not what is on the page. */
const tracking = /^(utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|_hsenc|_hsmi|trk|trackingid|refid)$/i
const maxChars = 2_048

/**
 * The form in which addresses of pages are compared: host in lower case without `www.`, path without its last slash,
 * sorted parameters without those that track readers; no scheme, user, port or fragment. Undefined for a text that is
 * no http address.
 */
export function pageKey(url: string): string | undefined {
  const text = url.trim()
  if (text.length > maxChars || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const { hostname, pathname, searchParams } = new URL(text)
  const parameters = [...searchParams].filter(([name]) => !tracking.test(name))
  const query = parameters
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')
  const path = pathname.replace(/\/+$/, '')
  return `${hostname.replace(/^www\./, '').replace(/\.$/, '')}${path}${query === '' ? '' : `?${query}`}`
}
