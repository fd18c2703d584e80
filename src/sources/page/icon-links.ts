/** Preferred size of an icon in pixels: large enough for a list, small enough to be an icon. */
const best = 180
/** Links that are examined; a page names a handful. */
const maxLinks = 50

/**
 * Addresses of the icons that the head of a page names, best first. Vector images are left out because they may hold
 * scripts. `pageUrl` is the address of the page.
 */
export function iconLinks(html: string, pageUrl: string): string[] {
  const links: { url: string; distance: number }[] = []
  for (const [tag] of html.matchAll(/<link\b[^<>]{0,2000}>/gi)) {
    if (links.length >= maxLinks) break
    const attributes = parseAttributes(tag)
    const rel = new Set((attributes.get('rel') ?? '').toLowerCase().split(/\s+/))
    const isTouch = rel.has('apple-touch-icon') || rel.has('apple-touch-icon-precomposed')
    if (!isTouch && !rel.has('icon')) continue
    const href = attributes.get('href')?.trim() ?? ''
    if (href === '' || !URL.canParse(href, pageUrl)) continue
    const { protocol, pathname, href: url } = new URL(href, pageUrl)
    if (protocol !== 'https:' && protocol !== 'http:') continue
    if (attributes.get('type')?.includes('svg') === true || pathname.toLowerCase().endsWith('.svg')) continue
    links.push({ url, distance: Math.abs(chooseSize(attributes.get('sizes'), isTouch) - best) })
  }
  return links.toSorted((a, b) => a.distance - b.distance).map(({ url }) => url)
}

function parseAttributes(tag: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', , quoted, single, bare] of tag.matchAll(
    /([a-z-]{1,30})\s{0,10}=\s{0,10}("([^"]*)"|'([^']*)'|([^\s"'>]+))/gi,
  ))
    attributes.set(name.toLowerCase(), unescaped(quoted ?? single ?? bare ?? ''))
  return attributes
}

/** This is the only character reference that addresses contain. */
const unescaped = (text: string) => text.replaceAll('&amp;', '&')

/** Pixels of `sizes="16x16 180x180"`: the size nearest to the preferred one; the usual size where none is given. */
function chooseSize(sizes: string | undefined, isTouch: boolean): number {
  const widths = [...(sizes ?? '').matchAll(/(\d{1,4})x\d{1,4}/gi)].map(([, width]) => Number(width))
  if (widths.length === 0) return isTouch ? best : 16
  return widths.reduce((a, b) => (Math.abs(b - best) < Math.abs(a - best) ? b : a))
}
