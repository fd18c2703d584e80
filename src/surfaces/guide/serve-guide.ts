import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { makeDocumentPage, type Page } from '../documents/index.ts'
import { decodedPath, readHeader, sendPage, type Mount, type MountRequest } from '../http/index.ts'
import { overviewName, readGuide, type Guide } from './read-guide.ts'
import { guidePath } from './render-markdown.ts'
import { indexGuide, type SearchGuide } from './search-guide.ts'
import { guideStyle } from './style.ts'
import { stylePath, writeGuidePage, writeMissingPage, writeSearchPage } from './write-page.ts'

const guideFolder = join(import.meta.dirname, '../../../docs/guide')

/** The pages need no script; nothing of another host is loaded, and no other page may frame them. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-cache',
}

const html = 'text/html; charset=utf-8'
const plain = 'text/plain; charset=utf-8'
/** Of what lies beside the pages; anything else is text. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.zip': 'application/zip',
}
/** Examples and pictures by plain names, at most two folders deep; nothing else is looked for on the disk. */
const fileName = /^(?:pictures|files|maps)(?:\/[\w-]+){0,2}\/[\w-]+(?:\.[\w-]+)+$/

interface OpenGuide {
  guide: Guide
  pages: Map<string, Page>
  /** Made at the first search. */
  search?: SearchGuide
}

/** The guide of this version at `/guide`, read when somebody first asks for it. `folder` is another one in tests. */
export function guideMounts(folder = guideFolder): Mount[] {
  let opening: Promise<OpenGuide> | undefined
  const open = () =>
    (opening ??= readGuide(folder).then(
      (guide) => ({ guide, pages: new Map() }),
      (error: unknown) => {
        opening = undefined
        throw error
      },
    ))
  const answer = async ({ request, requestId }: MountRequest) => {
    const page = await findPage(request.url ?? '', folder, open)
    if (page !== undefined) return sendPage(page, request, requestId)
    if (readHeader(request, 'accept')?.includes('text/html') !== true) return undefined
    const { guide } = await open()
    const sent = { ...headers, 'content-type': html, 'x-request-id': requestId }
    return new Response(writeMissingPage(guide), { status: 404, headers: sent })
  }
  return [
    { method: 'GET', path: guidePath, answer },
    { method: 'GET', path: `${guidePath}/*`, answer },
  ]
}

async function findPage(
  url: string,
  folder: string,
  open: () => Promise<OpenGuide>,
): Promise<Page | undefined> {
  const path = decodedPath(url) ?? ''
  if (path === stylePath) return makeDocumentPage(guideStyle, 'text/css; charset=utf-8', headers)
  const query = new URL(url, 'http://localhost').searchParams.get('q')
  // A page of its own would take the address of a page of the guide.
  if (path === guidePath && query !== null) return searchIn(await open(), query)
  const name = path.slice(guidePath.length + 1).replace(/\.(?:md|html)$/, '')
  if (fileName.test(name)) return readExample(folder, name)
  return pageOf(await open(), name)
}

function pageOf({ guide, pages }: OpenGuide, name: string): Page | undefined {
  const written = pages.get(name)
  if (written !== undefined) return written
  const content = name === '' || name === overviewName ? guide.overview : guide.pages.get(name)
  if (content === undefined) return undefined
  const page = makeDocumentPage(writeGuidePage(guide, content), html, headers)
  pages.set(name, page)
  return page
}

function searchIn(opened: OpenGuide, text: string): Page {
  const query = text.trim().slice(0, 200)
  opened.search ??= indexGuide(opened.guide)
  const matches = query === '' ? [] : opened.search(query)
  return makeDocumentPage(writeSearchPage(opened.guide, query, matches), html, headers)
}

async function readExample(folder: string, name: string): Promise<Page | undefined> {
  const place = name.startsWith('pictures/') ? join(folder, '..', name) : join(folder, name)
  try {
    return makeDocumentPage(await readFile(place), mediaTypes[extname(name)] ?? plain, headers)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw cause
  }
}
