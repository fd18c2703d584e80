import type { AnyOperation, AnswerLinks, Registry } from '../../operation/index.ts'
import { openApiDocument, utilities } from '../openapi/index.ts'
import {
  apiReferenceBundle,
  apiReferencePage,
  bundlePath,
  contentSecurityPolicy,
  startPath,
  startScript,
} from './api-reference.ts'
import { creditsPage } from './credits-page.ts'
import { guide } from './guide.ts'
import { jsonText } from './json-text.ts'
import { operationIndex, tagPages } from './operation-index.ts'
import { operationPages, utilityPage } from './operation-page.ts'
import { makeDocumentPage, type Page } from './page.ts'
import { schemaPages, schemaReader } from './schema-pages.ts'
import { startDocument, startPage } from './start-page.ts'
import { recipePages } from './recipe-pages.ts'
import { quickstartScript } from './quickstart-script.ts'

export interface Documents {
  /** Paths that answer GET, in the spelling of the specification (`/ai-docs/{page}`). */
  readonly paths: readonly string[]
  /** The page at a decoded path in the form `accept` asks for; undefined when there is none. */
  find(path: string, accept: string | undefined): Page | undefined
  /** `Link` header of an operation's answers. */
  makeLink(operation: AnyOperation): string
}

export interface DocumentsOptions {
  registry: Registry
  /** Address clients call, without a slash at the end. */
  baseUrl: string
  /**
   * The address the operator set, which clients generated from /openapi.json call; otherwise the one the document was read
   * from.
   */
  server?: string | undefined
}

const links =
  '</llms.txt>; rel="llms-txt", </llms-full.txt>; rel="llms-full-txt", </openapi.json>; rel="describedby"'
const usual = {
  link: links,
  'x-llms-txt': '/llms.txt',
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
}
const forAgents = { ...usual, 'x-robots-tag': 'noindex, nofollow' }
const types = {
  json: 'application/json; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
  script: 'text/javascript; charset=utf-8',
  shell: 'text/x-shellscript; charset=utf-8',
}

/** Text of every document by its path, as written by `scripts/generate.ts` and answered by the service. */
export function documentTexts({ registry, baseUrl, server }: DocumentsOptions): Map<string, string> {
  const document = openApiDocument(registry, server === undefined ? {} : { server })
  const reader = schemaReader(document)
  const pages = new Map([
    ...tagPages(registry),
    ...recipePages(registry, baseUrl),
    ...registry.operations.flatMap((operation) => [
      ...operationPages(operation, reader, { registry, baseUrl }),
    ]),
    ...utilities.map((utility) => [`/ai-docs/${utility.id}.md`, utilityPage(utility, baseUrl)] as const),
    ...schemaPages(reader),
  ])
  const opening = guide(registry, baseUrl)
  const everything = [opening, ...pages.values()].join('\n\n---\n\n')
  return new Map([
    ['/openapi.json', `${jsonText(document)}\n`],
    ['/llms.txt', `${opening}\n`],
    ['/llms-full.txt', `${everything}\n`],
    ['/ai-docs/index.md', `${operationIndex(registry)}\n`],
    ...[...pages].map(([path, page]) => [path, `${page}\n`] as const),
  ])
}

/** The documents of `documentTexts` outside /ai-docs. */
const renderedPaths = ['/openapi.json', '/llms.txt', '/llms-full.txt']

/**
 * Answering is a look-up. Everything made from the registry is rendered at its first request, because it takes most of a
 * second and most processes are never asked for it.
 */
export function createDocuments(options: DocumentsOptions): Documents {
  const written = writtenPages(options.baseUrl)
  let rendered: Map<string, Page> | undefined
  const find = (path: string) => written.get(path) ?? (rendered ??= renderedPages(options)).get(path)
  return {
    paths: [
      ...renderedPaths,
      '/ai-docs',
      '/ai-docs/{page}',
      ...[...written.keys()].filter((path) => path.startsWith('/')),
    ],
    find: (path, accept) => {
      if (path === '/openapi.json' && prefers(accept, 'text/markdown', 'application/json'))
        return find(markdownDescription)
      if (path === '/' && prefers(accept, 'application/json', 'text/html')) return find(startAsJson)
      return find(path)
    },
    makeLink: ({ id }) => `</llms.txt>; rel="llms-txt", </ai-docs/${id}.md>; rel="describedby"`,
  }
}

/** Not paths, but the names under which the other forms of /openapi.json and / are kept. */
const markdownDescription = 'openapi.json as markdown'
const startAsJson = 'start as json'

/** Two forms at one path: caches must tell them apart. */
const twoForms = { vary: 'Accept' }

function findType(path: string): string {
  if (path.endsWith('.md')) return types.markdown
  return path.endsWith('.json') ? types.json : types.text
}

/** The documents made from the registry. */
function renderedPages(options: DocumentsOptions): Map<string, Page> {
  const pages = new Map<string, Page>()
  for (const [path, text] of documentTexts(options)) {
    const type = findType(path)
    pages.set(path, makeDocumentPage(text, type, type === types.markdown ? forAgents : usual))
  }
  const copy = (from: string, to: string, headers: Record<string, string> = {}) => {
    const page = pages.get(from)
    if (page !== undefined) pages.set(to, { ...page, headers: { ...page.headers, ...headers } })
  }
  copy('/ai-docs/index.md', markdownDescription, twoForms)
  copy('/openapi.json', '/openapi.json', twoForms)
  // The operation index without its file name.
  for (const path of ['/ai-docs', '/ai-docs/']) copy('/ai-docs/index.md', path)
  return pages
}

/** The documents written by hand. */
function writtenPages(baseUrl: string): Map<string, Page> {
  const html = { ...usual, 'content-security-policy': contentSecurityPolicy }
  const start = { ...usual, ...twoForms }
  const startPolicy = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" }
  const forADay = { ...usual, 'cache-control': 'public, max-age=86400' }
  return new Map([
    ['/', makeDocumentPage(startPage(), types.html, { ...start, ...startPolicy })],
    [startAsJson, makeDocumentPage(startDocument(baseUrl), types.json, start)],
    ['/docs', makeDocumentPage(apiReferencePage(), types.html, html)],
    [startPath, makeDocumentPage(startScript(), types.script, usual)],
    [bundlePath, makeDocumentPage(apiReferenceBundle(), types.script, forADay)],
    ['/quickstart', makeDocumentPage(quickstartScript(baseUrl), types.shell, usual)],
    [
      '/billing/credits',
      makeDocumentPage(creditsPage(baseUrl), types.html, { ...usual, 'x-robots-tag': 'noindex' }),
    ],
  ])
}

/** Whether `Accept` names a type and does not rank it below the usual one. */
function prefers(accept: string | undefined, wanted: string, usualType: string): boolean {
  if (accept === undefined || !accept.includes(wanted)) return false
  const readQuality = (type: string) => {
    const part = accept.split(',').find((range) => range.trim().toLowerCase().startsWith(type))
    const quality = part === undefined ? undefined : /;\s*q=([\d.]+)/.exec(part)?.[1]
    return part === undefined ? 0 : Number(quality ?? 1)
  }
  const quality = readQuality(wanted)
  return quality > 0 && quality >= readQuality(usualType)
}

/** Addresses the kernel puts into answers. */
export function documentLinks(baseUrl: string): AnswerLinks {
  return {
    moreCredits: `${baseUrl}/billing/credits`,
    documentation: (operationId) => `${baseUrl}/ai-docs/${operationId}.md`,
    problem: (slug) => `${baseUrl}/llms.txt#${slug}`,
  }
}
