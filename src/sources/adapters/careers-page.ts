import { z } from 'zod'
import {
  idOfNode,
  isOver,
  maxPostings,
  openingOfNode,
  postingLine,
  readBoard,
  type BoardAnswer,
  type PostingLine,
} from '../job-boards/index.ts'
import {
  htmlTypes,
  isOfType,
  openSiteVisitor,
  readPage,
  visitorSettings,
  type ReadPage,
  type SiteVisitor,
} from '../page/index.ts'
import { sampleQuestions } from '../sample-questions.ts'
import { defineSource, type SourceCall } from '../source.ts'

/** Careers pages of companies' own sites that say what they offer as JobPosting of schema.org, in JSON-LD. */
export const careersPage = defineSource({
  id: 'careers-page',
  summary: 'Openings that careers pages describe as JobPosting in JSON-LD.',
  settings: z.object({
    ...visitorSettings,
    maxPages: z
      .int()
      .min(1)
      .max(200)
      .default(25)
      .describe('Pages read of one site, each with a pause before it.'),
  }),
  secrets: [],
  perSecond: 10,
  timeoutMs: 90_000,
  open({ maxPages, ...settings }) {
    const visitor = openSiteVisitor(settings)
    return {
      'board.postings': {
        cacheDays: { found: 0, notFound: 1 },
        takes: ({ url }) => URL.canParse(url) && readBoard(url) === undefined,
        async fetch({ url }, call) {
          const answer = await readCareers(visitor, { url, maxPages }, call)
          return answer === undefined ? { found: false } : { found: true, answer }
        },
      },
    }
  },
  probe: () => ({
    capability: 'board.postings',
    question: { url: `https://${sampleQuestions['company.boards'].question.domain ?? ''}/careers` },
  }),
})

const maxPageBytes = 2 * 1024 * 1024
const jobPosting = new Set(['JobPosting'])

/** A page without any opening may show them to browsers alone: it says nothing. */
async function readCareers(
  visitor: SiteVisitor,
  { url, maxPages }: { url: string; maxPages: number },
  call: SourceCall,
): Promise<BoardAnswer | undefined> {
  const first = await readOne(visitor, url, call)
  if (first === undefined) return undefined
  const postings = new Map<string, PostingLine>()
  addPostings(postings, first.page, call.nowMs)
  let isComplete = !first.isCut && !first.page.links.some(({ rel }) => rel.has('next'))
  if (postings.size === 0) {
    const links = openingLinks(first.page)
    isComplete &&= links.length < maxPages
    for (const link of links.slice(0, maxPages - 1)) {
      const one = await readOne(visitor, link, call)
      // What a page that was not read offers is not known.
      if (one === undefined || one.isCut) isComplete = false
      if (one !== undefined) addPostings(postings, one.page, call.nowMs)
    }
  }
  if (postings.size === 0) return undefined
  return { postings: [...postings.values()].slice(0, maxPostings), isComplete, employer: null }
}

async function readOne(
  visitor: SiteVisitor,
  url: string,
  call: SourceCall,
): Promise<{ page: ReadPage; isCut: boolean } | undefined> {
  const document = await visitor.read({ url, types: htmlTypes, maxBytes: maxPageBytes }, call)
  if (document === undefined || 'leadsTo' in document) return undefined
  return { page: readPage(document.text, document.url), isCut: document.isCut }
}

function addPostings(postings: Map<string, PostingLine>, page: ReadPage, nowMs: number): void {
  for (const node of page.nodes) {
    if (!isOfType(node, jobPosting) || isOver(node, nowMs)) continue
    const opening = openingOfNode(node)
    const url =
      opening.url && URL.canParse(opening.url, page.url) ? new URL(opening.url, page.url).href : page.url
    const id = idOfNode(node, url)
    if (opening.title) postings.set(id, postingLine({ ...opening, id, url }))
  }
}

/** Words in addresses of single openings. */
const openingWords =
  /\b(?:jobs?|careers?|positions?|vacanc(?:y|ies)|openings?|stellen\w*|karriere|emplois?|empleos?|vacatures?|jobb|lediga)\b/i

/** Pages below a careers page, or of the same site, that look like single openings. */
function openingLinks({ url: from, anchors }: ReadPage): string[] {
  const { origin, pathname } = new URL(from)
  const below = pathname.replace(/\/+$/, '')
  const links = anchors.flatMap(({ url }) => {
    const link = new URL(url)
    link.hash = ''
    if (link.origin !== origin || link.pathname.replace(/\/+$/, '') === below) return []
    const isBelow = below !== '' && link.pathname.startsWith(`${below}/`)
    const depth = link.pathname.split('/').filter(Boolean).length
    return isBelow || (depth >= 2 && openingWords.test(link.pathname)) ? [link.href] : []
  })
  return [...new Set(links)]
}
