import { escapeHtml } from '../../lib/escape-html.ts'
import type { Guide, GuidePage } from './read-guide.ts'
import { guidePath } from './render-markdown.ts'
import type { GuideMatch } from './search-guide.ts'

export const stylePath = `${guidePath}/guide.css`

/** A page of the guide beside its navigation. */
export function writeGuidePage(guide: Guide, page: GuidePage): string {
  const parts = page.sections.filter(({ level }) => level === 2)
  const outline =
    parts.length < 2
      ? ''
      : `<nav class="outline" aria-label="On this page"><h2>On this page</h2><ul>${parts
          .map(({ id, title }) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(title)}</a></li>`)
          .join('')}</ul></nav>`
  const main = `<main id="content"><article>${page.html}</article>${writeNeighbours(guide, page.name)}</main>${outline}`
  return writeFrame(guide, { title: page.title, name: page.name, main })
}

/** What a search of the guide answers. */
export function writeSearchPage(guide: Guide, query: string, matches: readonly GuideMatch[]): string {
  const items = matches.map(({ name, page, id, heading, excerpt }) => {
    const address = `${guidePath}/${name}${id === '' ? '' : `#${id}`}`
    const where = heading === page ? '' : `<small>${escapeHtml(page)}</small>`
    const text = excerpt.map((part) =>
      part.isMatch ? `<mark>${escapeHtml(part.text)}</mark>` : escapeHtml(part.text),
    )
    return `<li><a href="${escapeHtml(address)}">${escapeHtml(heading)}</a> ${where}<p>${text.join('')}</p></li>`
  })
  const none =
    query === ''
      ? 'Write a word or two into the field above.'
      : 'No page has these words. Try another form of them.'
  const results = items.length === 0 ? `<p>${none}</p>` : `<ol class="matches">${items.join('')}</ol>`
  const title = query === '' ? 'Search the guide' : `Search: ${query}`
  const main = `<main id="content"><article><h1>${escapeHtml(title)}</h1>${results}</article></main>`
  return writeFrame(guide, { title, name: '', main, query })
}

/** For a reader who followed an old link. */
export function writeMissingPage(guide: Guide): string {
  const main = `<main id="content"><article><h1>There is no page at this address</h1><p>It may have another name in this version: look for its subject above, or begin at the <a href="${guidePath}">overview</a>.</p></article></main>`
  return writeFrame(guide, { title: 'No such page', name: '', main })
}

function writeFrame(
  guide: Guide,
  { title, name, main, query = '' }: { title: string; name: string; main: string; query?: string },
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Almanac guide</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<a class="skip" href="#content">To the text</a>
<header>
<a class="home" href="${guidePath}">Almanac guide</a>
<form action="${guidePath}" role="search"><input type="search" name="q" value="${escapeHtml(query)}" aria-label="Search the guide" placeholder="Search the guide" maxlength="200"><button>Search</button></form>
<a href="/console">Console</a>
<a href="/docs">API</a>
</header>
<div class="columns">
${writeNavigation(guide, name)}
${main}
</div>
</body>
</html>
`
}

/** Open beside the text where there is room; a closed list above it where there is not. */
function writeNavigation(guide: Guide, current: string): string {
  const groups = guide.groups.map(({ title, names }) => {
    const links = names.map((name) => {
      const mark = name === current ? ' aria-current="page"' : ''
      const page = guide.pages.get(name)?.title ?? name
      return `<li><a href="${guidePath}/${escapeHtml(name)}"${mark}>${escapeHtml(page)}</a></li>`
    })
    return `<h2>${escapeHtml(title)}</h2><ul>${links.join('')}</ul>`
  })
  return `<nav class="pages" aria-label="Pages">${groups.join('')}</nav>`
}

function writeNeighbours(guide: Guide, name: string): string {
  const order = guide.groups.flatMap(({ names }) => names)
  const place = order.indexOf(name)
  if (place === -1) return ''
  const link = (other: string | undefined, relation: 'prev' | 'next') =>
    other === undefined
      ? ''
      : `<a rel="${relation}" href="${guidePath}/${escapeHtml(other)}">${escapeHtml(guide.pages.get(other)?.title ?? other)}</a>`
  return `<nav class="neighbours" aria-label="Before and after">${link(order[place - 1], 'prev')}${link(order[place + 1], 'next')}</nav>`
}
